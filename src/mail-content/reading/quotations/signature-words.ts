const list = (words: string): string[] => words.split('|')

/** Words that end a letter, in lower case and without the comma: only a name follows them. */
export const closingPhrases: string[] = list(
  [
    'best|all the best|best regards|best wishes|best, as ever|kind regards|kindest regards|warm regards|warmest regards|warmly|regards|with regards|with best regards|with kind regards|with best wishes|many regards|kindly|cheers|sincerely|sincerely yours|yours sincerely|yours truly|yours faithfully|yours|respectfully|respectfully yours|cordially|br|kr|rgds|take care|talk soon|xoxo|love|greetings|thanks and regards|thanks & regards|thank you and regards|thanks and best regards|thanks and kind regards|many thanks and kind regards|with thanks and regards|brgds|best greetings|take care and best regards',
    'mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichem gruß|mit freundlichem gruss|mit besten grüßen|mit besten grüssen|mit lieben grüßen|mit herzlichen grüßen|mit herzlichem gruß|mit bestem gruß|freundliche grüße|freundliche grüsse|freundlicher gruß|viele grüße|viele grüsse|vielen dank und viele grüße|vielen dank und freundliche grüße|vielen dank und beste grüße|danke und gruß|danke und viele grüße|besten dank und freundliche grüße|beste grüße|beste grüsse|besten gruß|bester gruß|schöne grüße|schönen gruß|liebe grüße|liebe grüsse|lieben gruß|herzliche grüße|herzlichst|herzlich|sonnige grüße|gruß|gruss|grüße|grüsse|lg|vg|mfg|bg|hochachtungsvoll|mit vorzüglicher hochachtung',
    'cordialement|bien cordialement|très cordialement|bien à vous|bien à toi|cdt|cdlt|bàv|salutations|sincères salutations|meilleures salutations|avec mes meilleures salutations|amicalement|amitiés|bises|bisous|à bientôt|respectueusement|sincèrement|veuillez agréer mes salutations distinguées|salutations distinguées|merci et bonne journée|bonne journée',
    'saludos|un saludo|saludos cordiales|un cordial saludo|cordiales saludos|cordial saludo|un saludo cordial|atentamente|atte|muy atentamente|cordialmente|un abrazo|abrazos|reciba un cordial saludo|gracias y saludos|salutacions|una salutació|atentament',
    'cordiali saluti|distinti saluti|un cordiale saluto|saluti|un saluto|cari saluti|un caro saluto|a presto|grazie e saluti|grazie e cordiali saluti|in fede|buona giornata|i migliori saluti',
    'atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|os melhores cumprimentos|com os meus cumprimentos|att|abraço|abraços|um abraço|saudações|respeitosamente|obrigado e cumprimentos',
    'met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|groet|groeten|groetjes|hartelijke groet|hartelijke groeten|met hartelijke groet|mvg|hoogachtend|beste groeten|bedankt en groeten',
    'med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|vänlig hälsning|mvh|hälsningar|bästa hälsningar|varma hälsningar|allt gott|hälsning|med venlig hilsen|venlig hilsen|de bedste hilsner|bedste hilsner|mange hilsner|hilsen|kærlig hilsen|kh|vh|med vennlig hilsen|vennlig hilsen|med vennlige hilsener|beste hilsen|hilsener|kveðja|með kveðju|bestu kveðjur',
    'ystävällisin terveisin|parhain terveisin|terveisin|t|terv|yt|kunnioittaen|terveiset|lugupidamisega|parimate soovidega|tervitades|ar cieņu|cieņā|pagarbiai|su pagarba|geros dienos',
    'pozdrawiam|z poważaniem|z wyrazami szacunku|pozdrawiam serdecznie|serdecznie pozdrawiam|z pozdrowieniami|pozdrowienia|s pozdravem|s přátelským pozdravem|hezký den|přeji hezký den|děkuji a přeji hezký den|zdravím|s úctou|s pozdravom|pekný deň|srdačan pozdrav|lijep pozdrav|lp|pozdrav|s poštovanjem|s štovanjem|lep pozdrav|s spoštovanjem|srdačno|поздрав|срдачан поздрав|с поштовањем',
    'üdvözlettel|tisztelettel|szívélyes üdvözlettel|üdv|köszönettel|baráti üdvözlettel|cu stimă|cu respect|cu drag|o zi bună|toate cele bune|cu considerație|salutări|numai bine',
    'с уважением|с наилучшими пожеланиями|всего доброго|всего хорошего|с уважением и наилучшими пожеланиями|искренне ваш|з повагою|з найкращими побажаннями|усього найкращого|гарного дня|с уважение|поздрави|с най-добри пожелания|хубав ден',
    'με εκτίμηση|με φιλικούς χαιρετισμούς|φιλικά|χαιρετισμούς|με τιμή|ευχαριστώ και χαιρετισμούς|saygılarımla|saygılarımızla|iyi çalışmalar|iyi günler|sevgiler|selamlar|kolay gelsin|iyi günler dilerim|iyi çalışmalar dilerim|hörmətlə',
    'בברכה|בכבוד רב|כל טוב|תודה ובברכה|יום טוב|שלך|בידידות|مع التحية|مع خالص التحية|تحياتي|أطيب التحيات|مع أطيب التحيات|وتفضلوا بقبول فائق الاحترام|مع الشكر والتقدير|مع فائق الاحترام|با احترام|با تشکر|ارادتمند',
    '此致|此致敬礼|敬礼|祝好|祝商祺|顺颂商祺|顺祝商祺|祝工作顺利|祝您工作愉快|祝安|敬上|谨上|敬具|以上|草々|敬祝|順頌商祺|順祝商祺|祝 好|此致 敬禮|敬禮|드림|올림|감사합니다 드림',
    'trân trọng|thân ái|thân mến|kính thư|trân trọng cảm ơn|hormat saya|hormat kami|salam|salam hormat|salam hangat|terima kasih dan salam|yang benar|dengan hormat saya|ขอแสดงความนับถือ|ด้วยความเคารพ|सादर|धन्यवाद सहित|भवदीय|शुभकामनाएं',
  ].join('|'),
)

/** Words of thanks that often end a letter: they are part of what was written, and a name may follow them. */
export const thankPhrases: string[] = list(
  'thanks|thank you|many thanks|thanks a lot|thx|ty|thanks in advance|thanks so much|thank you very much|thanks again|with thanks|danke|vielen dank|besten dank|herzlichen dank|danke schön|danke im voraus|vielen dank im voraus|danke dir|danke euch|merci|merci beaucoup|merci d’avance|merci par avance|gracias|muchas gracias|mil gracias|gracias de antemano|grazie|grazie mille|molte grazie|obrigado|obrigada|muito obrigado|muito obrigada|bedankt|dank je|dank u|dank u wel|alvast bedankt|tack|tack så mycket|tack på förhand|tak|mange tak|takk|tusen takk|på forhånd tak|på forhånd takk|kiitos|kiitos etukäteen|kiitoksia|aitäh|paldies|ačiū|dziękuję|dzięki|z góry dziękuję|děkuji|díky|děkuji předem|ďakujem|hvala|hvala lijepa|köszönöm|köszönöm szépen|előre is köszönöm|mulțumesc|multumesc|спасибо|заранее спасибо|большое спасибо|дякую|благодаря|ευχαριστώ|ευχαριστώ πολύ|teşekkürler|teşekkür ederim|şimdiden teşekkürler|תודה|תודה רבה|תודה מראש|شكرا|شكراً|شكرا لك|شكرا جزيلا|谢谢|多谢|感谢|非常感谢|謝謝|感謝|ありがとうございます|よろしくお願いします|よろしくお願いいたします|よろしくお願い致します|どうぞよろしくお願いいたします|以上、よろしくお願いいたします|감사합니다|고맙습니다|cảm ơn|xin cảm ơn|terima kasih|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|धन्यवाद|hugs|speak soon|see you|bis dann|bis bald|talk soon',
)

/** Names of telephones, tablets and mail programs in the line they add. */
export const deviceNames: string[] = list(
  'iphon|ipad|ipod|apple watch|macbook|mac|galaxy|samsung|android|blackberry|huawei|xiaomi|redmi|mi phone|honor|oppo|vivo|oneplus|pixel|nokia|htc|sony|xperia|lg|motorola|moto|lumia|windows|windows phone|outlook|mail|yahoo|gmail|proton|protonmail|gmx|web.de|aol|t-mobile|verizon|at&t|smartphone|phone|mobile|mobile device|handy|mobiltelefon|telefon|telefoon|tablet|smarttelefon|handset|device|spark|airmail|superhuman|shortwave|bluemail|mailbird|thunderbird|k-9|fairemail|nine|zoho|mail.ru|yandex|яндекс|почты mail|hey|tutanota|tuta|fastmail|mymail|edison|canary|front|missive|newton|mailspring|naver|네이버|qq邮箱|qq|foxmail|网易邮箱|163|手机|行動裝置|スマートフォン|携帯|휴대폰|телефона|телефон|смартфона|мобильного|мобільного|móvil|celular|portable|téléphone|teléfono|cellulare|telemóvel|telefone|matkapuhelimesta|puhelimesta|telefonu|telefonem|mobilu|mobil|κινητό|נייד|هاتفي|جوالي|मोबाइल|điện thoại|ponsel|โทรศัพท์',
)

/** Beginnings of the line that a telephone or a mail program adds; parts of regular expressions. */
export const deviceOpenings: string[] = list(
  String.raw`sent from (?:my )?|yahoo mail: |sent (?:via|with|by|using) |get outlook for |download outlook for |get \S{1,20} for (?:ios|android)|von meinem |von meiner |von unterwegs gesendet|gesendet (?:von|mit|aus|via|über) |diese (?:nachricht|e-?mail|mail) wurde von mein|holen sie sich outlook|outlook für |envoyé (?:de |depuis |à partir d|avec |via |par )|télécharger outlook|obtenez outlook|provenance : |enviat des d|enviado (?:desde|do|de|a partir d|con|com|via|através) ?|obtener outlook|obtenga outlook|descargar outlook|obter o outlook|obtenha o outlook|inviato (?:da |dal |con |tramite )|scarica outlook|ottieni outlook|verzonden (?:vanaf|met|via|vanuit) |verstuurd (?:vanaf|met|via) |outlook voor |skickat (?:från|med|via) |skickades från |hämta outlook|skaffa outlook|sendt (?:fra|med|via) |hent outlook|få outlook|skaff deg outlook|lähetetty |hanki outlook|saadetud |nosūtīts no |išsiųsta iš |wysłan[eoay] (?:z |za pomocą |przez |ze )|pobierz (?:aplikację )?outlook|uzyskaj (?:aplikację )?outlook|odesláno (?:z |ze )|odoslané (?:z |zo )|získejte outlook|stáhnout outlook|poslano (?:s |z |sa )|küldve |elküldve |az outlook (?:ios|android)|trimis (?:de pe |din |cu )|obțineți outlook|descărcați outlook|отправлено (?:с |из |от )|получить outlook|загрузить outlook|скачать outlook|надіслано (?:з |із |за допомогою )|отримати outlook|изпратено от |послато са |στάλθηκε από |απεστάλη από |εστάλη από |λήψη του outlook|נשלח (?:מ|באמצעות)|קבל את outlook|أرسلت من |أُرسلت من |مرسل من |تم الإرسال من|تم إرساله من|الحصول على outlook|ارسال شده از |发自|发送自|從我的|从我的|由我的|寄自|傳送自|获取 ?outlook|取得 ?outlook|下載 ?outlook|나의 |내 |được gửi từ |đã gửi từ |gửi từ |tải outlook|dikirim (?:dari|melalui) |dihantar dari|dapatkan outlook|ส่งจาก|มาจาก|รับ outlook|मेरे |भेजा गया`,
)

/** Endings of the line that a device adds, in languages that put the verb last. */
export const deviceEndings: string[] = list(
  'gesendet|gesendet.|versendet|geschickt|gönderildi|gönderildi.|gönderilmiştir|edinin|için outlook|から送信|から送信しました|から送信されました|より送信|を入手|傳送|发送|寄出|에서 보냄|에서 보냈습니다|다운로드|받기|보냄|küldve|ból küldve|से भेजा गया|ile gönderildi|puhelimesta',
)

/** Endings of company names; parts of regular expressions. */
export const companyForms: string[] = list(
  String.raw`gmbh|ltd|limited|inc|llc|llp|plc|corp|corporation|company|ag|kg|ug|e\.v|s\.?a\.?s?|sarl|s\.?r\.?l|s\.?l|ltda|b\.?v|n\.?v|ab|a/s|aps|oyj?|sp\. z o\.o|s\.r\.o|a\.s|d\.o\.o|kft|zrt|srl|ооо|оао|ао|тов|α\.ε|a\.ş|בע"מ|sdn bhd|pt`,
)

/** Titles of people and their departments; parts of regular expressions. */
export const jobTitles: string[] = list(
  String.raw`ceo|cto|cfo|coo|founder|manager|director|head of|engineer|developer|consultant|assistant|officer|president|vp|lead|specialist|coordinator|analyst|sales|marketing|support|accounting|department|team|geschäftsführer\p{L}*|leiter\p{L}*|abteilung|vertrieb|referent\p{L}*|sachbearbeiter\p{L}*|amtsgericht|ust-?id\p{L}*|hrb|handelsregister|directeur|directrice|responsable|chef de|gérant|directora?|gerente|jefe|jefa|responsabile|direttore|amministra\p{L}*|diretora?|coordenador\p{L}*|directeur|medewerker|chef|ansvarig|vd|direktør|leder|johtaja|päällikkö|dyrektor|kierownik|ředitel\p{L}*|vedoucí|igazgató|vezető|директор|менеджер|инженер|руководитель|начальник|müdür\p{L}*|מנהל\p{L}*|مدير`,
)

/** Titles and companies in scripts that put no blanks between words. */
export const unspacedTitles: string[] = list(
  String.raw`株式会社|有限公司|有限会社|[(]주[)]|주식회사|部|課|课长|经理|總監|总监|팀장|부장|대리|과장|사원`,
)

/** Words by which a person speaks: no program says `my` in a footer. */
export const firstPersonWords: Record<'singular' | 'plural', string[]> = {
  singular: list(
    'i’m|i’d|i’ve|me|my|mine|ich|mich|mir|mein|meine|meinen|meiner|je|j’ai|mon|mes|moi|ma|yo|mi|mis|io|mio|mia|miei|eu|meu|minha|ik|mij|mijn|jag|mig|mitt|jeg|mój|moja|moje|můj|я|мой|моя|мне|меня|мені|мене',
  ),
  plural: list('we|wir|nous|nosotros|wij|vi|мы|ми'),
}

const mail = String.raw`(?:e-?mail|mail|message|courriel|nachricht|notification|newsletter)`
const end = String.raw`[.!]?\s?(?:$|[<[(]?(?:https?:|www\.))`

/** Beginnings of footers of mailing lists, companies and virus scanners; parts of regular expressions. */
export const footerBeginnings: string[] = [
  String.raw`you (?:have )?(?:received|are receiving|got) this (?:${mail},? )?(?:because|as|since)|you(?:'|’)re receiving this|you are (?:currently )?subscribed`,
  String.raw`to unsubscribe(?:[:,]| from (?:this|these|our|all|the) | (?:or|and|please|click|visit|go|send|reply|at|here|via|use) )|to stop receiving (?:this|these|our|e-?mails|notifications|messages)`,
  String.raw`if you (?:no longer (?:wish|want)|do(?: not|n.t) (?:wish|want)) to receive (?:these|this|our|such|any|e-?mails|further)|(?:click|tap) here to unsubscribe`,
  String.raw`unsubscribe(?: here| now)?\.?(?:$|:? ?<?(?:https?|mailto):| ?[|·•<(/-]| from (?:this|all|these|our) | (?:by|at any|using|and) )|manage (?:your )?(?:subscription|preferences)`,
  String.raw`to view this (?:discussion|email)|to post to this group|visit this group|groups\.io links|you receive all messages|mute this topic|for more options, visit (?:this group|<?https?:)`,
  String.raw`an html attachment was scrubbed|a non-text attachment was scrubbed|view this (?:email|message) in|view it on github|reply to this email directly|mailing list:? ?<?https?:`,
  String.raw`(?:p )?please consider the environment|think before (?:you )?print|save a tree[.!,:]? (?:please )?(?:do ?n.t|think|only print|print)|bitte denken sie an die umwelt|bitte prüfen sie,? (?:der umwelt|ob diese)|pensez à l(?:'|’)environnement`,
  String.raw`antes de imprimir (?:este|esta|el) (?:mensaje|correo|e-?mail|mensagem)|piense en el medio|den(?:k|kt u) aan (?:het milieu|de natuur)`,
  String.raw`(?:virus-?free|virenfrei|(?:garanti )?sans virus|sin virus|libre de virus|senza virus|virusvrij|virusfri|sem v[ií]rus|без вирусов)${end}`,
  String.raw`this e-?mail has been (?:checked|scanned) (?:for|by)|l(?:'|’)absence de virus dans|el software de antivirus|este correo electrónico ha sido (?:analizado|comprobado)|questa e-?mail è stata controllata|este e-?mail foi (?:verificado|escaneado)|deze e-?mail is gecontroleerd op|diese e-?mail wurde (?:auf viren|von .{1,40}(?:auf viren|geprüft|gescannt))`,
  String.raw`sie (?:erhalten|haben) diese ${mail}(?:,| erhalten| bekommen| weil| da )|um sich (?:von dieser .{0,20}(?:liste|gruppe)|vom newsletter|abzumelden)`,
  String.raw`vous recevez ce(?:t|tte)? ${mail}|vous avez reçu ce message|pour (?:vous désabonner|vous désinscrire)|se désabonner`,
  String.raw`recib(?:es|iste|e usted) este (?:mensaje|correo|e-?mail)|ha recibido este (?:mensaje|correo|e-?mail)|(?:para (?:anular|cancelar)|cancelar) (?:la |su |tu )?suscripción`,
  String.raw`hai ricevuto quest[ao] (?:messaggio|e-?mail|mail)|per annullare l(?:'|’| a )?(?:iscrizione|abbonamento)`,
  String.raw`(?:você )?recebeu (?:esta|este) (?:mensagem|e-?mail)|para cancelar (?:a |sua |a sua )?(?:inscrição|assinatura|subscrição)`,
  String.raw`(?:je|u) ontvangt (?:deze|dit) (?:${mail}|bericht|nieuwsbrief)|afmelden(?:$|:| voor (?:deze|de) nieuwsbrief| kan )`,
  String.raw`du (?:får|modtager) (?:det här|denna|detta|dette|denne) (?:mej|mail|e-?mail|e-?post|meddelan|melding|besked|nyhetsbrev|nyhedsbrev)`,
  String.raw`otrzym(?:ujesz|ałeś|ałaś) t[eę]n? (?:e-?mail|wiadomość)|aby zrezygnować z (?:otrzymywania|subskrypcji|newslettera)`,
  String.raw`вы получили это (?:письмо|сообщение),? (?:потому|так как)|чтобы отменить подписку|отписаться(?:$| от рассылки|:)`,
  String.raw`您收到此邮件|(?:退订|取消订阅)(?:$|[:,，|]|请)|このメールは、google|配信停止|이 메일은 .{0,20}(?:발신|수신|회신)|수신거부`,
]
