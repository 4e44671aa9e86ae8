/** The words that mail programs write around a quoted or forwarded mail, in the languages they speak. All are in lower case. */

/** The meaning of a line of a header block. */
export type HeaderField = 'from' | 'date' | 'to' | 'subject' | 'other'

const list = (words: string): string[] => words.split('|')

/** The labels of header blocks, without their colon. */
export const headerLabels: Record<HeaderField, string[]> = {
  from: list(
    'from|von|de|da|van|från|fra|frå|od|nadawca|odesílatel|odosielateľ|lähettäjä|saatja|no|nuo|feladó|expeditor|de la|от|от кого|від|адресант|από|kimden|gönderen|מאת|من|المرسل|از|发件人|發件人|寄件者|寄件人|发信人|差出人|送信者|보낸 사람|보낸사람|발신|từ|người gửi|dari|daripada|pengirim|จาก|ผู้ส่ง|प्रेषक|expéditeur|remitente|remetente|mittente|afzender|absender|avsändare|afsender|avsender|šalje|pošiljatelj|pošiljalac',
  ),
  date: list(
    'sent|date|message du|sent on|date sent|sent at|gesendet|gesendet am|datum|gesendet von|envoyé|envoyé le|date d’envoi|enviado|enviado el|enviada|enviada em|enviado em|enviat|fecha|data|inviato|data invio|verzonden|verzonden op|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|saadetud|kuupäev|nosūtīts|datums|išsiųsta|wysłano|wysłane|odesláno|odoslané|poslano|dátum|elküldve|küldve|küldés dátuma|trimis|trimis la|dată|отправлено|дата|надіслано|дата відправлення|изпратено|послато|датум|στάλθηκε|απεστάλη|ημερομηνία|gönderildi|gönderilme tarihi|gönderim tarihi|tarih|נשלח|תאריך|تاريخ الإرسال|أرسل|أرسلت|التاريخ|تم الإرسال|تاریخ|ارسال|发送时间|发送日期|發送時間|寄件日期|傳送日期|日期|时间|時間|日付|日時|送信日時|送信日|보낸 날짜|보낸날짜|보낸 시간|날짜|전송|đã gửi|ngày|ngày gửi|dikirim|tanggal|tarikh|dihantar|วันที่|ส่ง|ส่งเมื่อ|दिनांक|भेजा गया|när',
  ),
  to: list(
    'to|an|à|a|para|per|aan|till|til|vastaanottaja|kellele|saaja|kam|kama|kimlere|gavėjas|do|komu|pro|címzett|către|la|кому|до|до кого|за|για|προς|kime|alıcı|אל|לכבוד|إلى|الى|به|收件人|收件者|宛先|받는 사람|받는사람|수신|đến|tới|người nhận|kepada|ถึง|प्रति|destinataire|destinatario|destinatário|empfänger|ontvanger|mottagare|modtager|mottaker|adresat|prima|za',
  ),
  subject: list(
    'subject|betreff|betr|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|teema|temats|tēma|tema|temat|předmět|předmet|predmet|tárgy|subiect|тема|относно|предмет|θέμα|konu|נושא|הנדון|الموضوع|موضوع|主题|主題|主旨|标题|標題|件名|제목|chủ đề|tiêu đề|subjek|perihal|เรื่อง|หัวเรื่อง|विषय|assumpte|naslov|zadeva',
  ),
  other: list(
    'cc|bcc|reply-to|reply to|importance|priority|attachments|attachment|mailing list|organization|sent by|on behalf of|kopie|kopie (cc)|copie à|antwort an|wichtigkeit|priorität|anlagen|anhänge|kopia|kopi|cópia|copia|copie|con copia|répondre à|pièces jointes|datos adjuntos|adjuntos|anexos|allegati|bijlagen|bifogade filer|vedhæftede filer|vedlegg|liitteet|kopio|dw|załączniki|přílohy|prílohy|másolatot kap|másolat|копия|копія|важность|вложения|κοιν.|κοινοποίηση|bilgi|ekler|עותק|העתק|نسخة|抄送|副本|抄送人|密送|附件|重要性|회신|참조|첨부|첨부파일|ccへ|写し|添付ファイル|重要度|đồng kính gửi|tembusan|สำเนา',
  ),
}

/** The labels of a date which say that it is the time of sending. */
export const sentLabels: string[] = list(
  'sent|sent on|date sent|sent at|gesendet|gesendet am|envoyé|envoyé le|enviado|enviado el|enviada|enviada em|enviado em|enviat|inviato|data invio|verzonden|verzonden op|skickat|sendt|lähetetty|saadetud|nosūtīts|išsiųsta|wysłano|wysłane|odesláno|odoslané|poslano|elküldve|küldve|trimis|trimis la|отправлено|надіслано|изпратено|послато|στάλθηκε|απεστάλη|gönderildi|נשלח|تاريخ الإرسال|أرسلت|تم الإرسال|ارسال|发送时间|发送日期|發送時間|寄件日期|傳送日期|送信日時|보낸 날짜|보낸날짜|보낸 시간|đã gửi|dikirim|dihantar|ส่งเมื่อ',
)

/** Words between rules above an answered mail. */
export const replySeparators: string[] = list(
  'replied message|original|mail original|original message|original mail|original email|original e-mail|original appointment|reply message|message from sender|ursprüngliche nachricht|originalnachricht|originalmail|original-nachricht|ursprüngliche mail|ursprünglicher termin|message d’origine|message original|message initial|mensaje original|messaggio originale|mensagem original|missatge original|oorspronkelijk bericht|origineel bericht|original meddelelse|oprindelig meddelelse|oprindelig besked|opprinnelig melding|ursprungligt meddelande|originalmeddelande|alkuperäinen viesti|algne kiri|sākotnējais ziņojums|pradinis laiškas|oryginalna wiadomość|wiadomość oryginalna|wiadomość pierwotna|treść oryginalnej wiadomości|původní zpráva|původní e-mail|pôvodná správa|izvorna poruka|originalna poruka|izvirno sporočilo|eredeti üzenet|mesaj original|mesajul original|исходное сообщение|оригинальное сообщение|пересылаемое исходное сообщение|вихідне повідомлення|оригінальне повідомлення|оригинално съобщение|αρχικό μήνυμα|orijinal ileti|orijinal mesaj|özgün ileti|הודעה מקורית|ההודעה המקורית|الرسالة الأصلية|رسالة أصلية|پیام اصلی|原始邮件|原始郵件|原邮件|原始信息|邮件原件|原郵件|回复的原邮件|回复的邮件|元のメッセージ|元のメール|원본 메시지|원본 메일|원본메일|thư gốc|tin nhắn gốc|pesan asli|mesej asal|ข้อความต้นฉบับ|मूल संदेश',
)

/** Words between rules above a forwarded mail. */
export const forwardSeparators: string[] = list(
  'forwarded message|forwarded mail|forwarded email|forwarded e-mail|start of forwarded message|weitergeleitete nachricht|weitergeleitete mail|weitergeleitete e-mail|message transféré|message réexpédié|courriel transféré|mensaje reenviado|mensaje remitido|missatge reenviat|messaggio inoltrato|mensagem encaminhada|mensagem reencaminhada|mensagem original encaminhada|doorgestuurd bericht|vidarebefordrat meddelande|vidarebefordrat mejl|videresendt meddelelse|videresendt besked|videresendt melding|videresendt e-post|videresendt mail|edelleenlähetetty viesti|välitetty viesti|edastatud kiri|edastatud sõnum|pārsūtītā ziņa|pārsūtīts ziņojums|persiųstas laiškas|persiųstas pranešimas|wiadomość przekazana|przekazana wiadomość|przekazana wiadomość dalej|přeposlaná zpráva|přeposlaný e-mail|preposlaná správa|proslijeđena poruka|прослеђена порука|posredovano sporočilo|továbbított üzenet|továbbított levél|mesaj redirecționat|mesaj transmis|пересылаемое сообщение|пересланное сообщение|перенаправленное сообщение|переадресованное сообщение|переслане повідомлення|повідомлення, що пересилається|препратено съобщение|προωθημένο μήνυμα|iletilen ileti|iletilen mesaj|yönlendirilen ileti|yönlendirilen mesaj|הודעה שהועברה|רسالة معاد توجيهها|الرسالة المُعاد توجيهها|رسالة معاد توجيهها|رسالة مُعاد توجيهها|پیام بازارسال‌شده|转发的邮件|转发邮件|转发邮件信息|转发的消息|已转发邮件|轉寄郵件|轉寄的郵件|轉寄訊息|転送メッセージ|転送されたメール|転送されたメッセージ|전달된 메시지|전달된 메일|전달 메일|thư được chuyển tiếp|thư đã chuyển tiếp|tin nhắn được chuyển tiếp|pesan terusan|pesan diteruskan|mesej dikirim semula|mesej yang dimajukan|ข้อความที่ส่งต่อ|अग्रेषित संदेश|अग्रेषित किया गया संदेश',
)

/** Apple writes these above a forwarded mail, without rules, with a colon. */
export const forwardOpenings: string[] = list(
  'begin forwarded message|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|début du message transféré|début du message réexpédié|inicio del mensaje reenviado|inicio del mensaje|inizio messaggio inoltrato|início da mensagem reencaminhada|início da mensagem encaminhada|begin doorgestuurd bericht|vidarebefordrat brev|vidarebefordrat mejl|påbörja vidarebefordrat brev|start på videresendt besked|videresendt besked|start på videresendt melding|begynnelsen på den videresendte meldingen|alkaa välitetty viesti|välitetty viesti alkaa|välitetty viesti|początek przekazywanej wiadomości|początek wiadomości przekazanej|začátek přeposílané zprávy|začiatok preposlanej správy|započni proslijeđenu poruku|továbbított levél kezdete|a továbbított levél kezdete|începutul mesajului redirecționat|начало переадресованного сообщения|начало пересылаемого сообщения|початок переадресованого повідомлення|початок листа, що пересилається|αρχή προωθημένου μηνύματος|iletilmiş mesajın başlangıcı|yönlendirilen iletinin başlangıcı|תחילת ההודעה שהועברה|בداية الرسالة المعاد توجيهها|بدء الرسالة المعاد توجيهها|下面是被转发的邮件|以下是转发的邮件|開始轉寄郵件|開始轉寄訊息|以下是轉寄的郵件|転送されたメッセージ|以下、転送メッセージ|전달된 메시지|전달된 메일 시작|bắt đầu thư được chuyển tiếp|mulai pesan terusan|เริ่มข้อความที่ส่งต่อ',
)

/** Prefixes that programs add to the subject of a forwarded mail. */
export const forwardPrefixes: string[] = list(
  'fw|fwd|fwd.|forward|wg|wtr|wtrlt|weitergeleitet|tr|transf|réexp|rv|reenv|reenvío|renv|i|inoltro|enc|encaminhada|doorst|vb|vs|videresendt|vl|edasi|pd|przek|předat|továbbítás|továbbított|redirecționat|пер|пересл|препр|прослеђено|прослијеђено|πρθ|προώθ|ilt|i̇lt|iletildi|הועבר|העברה|إعادة توجيه|转发|轉寄|轉發|転送|전달|chuyển tiếp|trs|terusan|ส่งต่อ',
)

/** Prefixes that programs add to the subject of an answer. */
export const replyPrefixes: string[] = list(
  're|aw|antw|antwort|antwoord|sv|vá|odp|odpověď|ré|rép|rif|r|res|resp|atb|ynt|yanıt|απ|σχετ|ots|bls|отв|відп|תגובה|השב|رد|回复|回覆|答复|答覆|返信|답장|회신|trả lời|balas|ตอบกลับ',
)

/** Verbs for "wrote" above a quoted mail; parts of regular expressions. */
export const introductionVerbs: string[] = list(
  String.raw`wrote|writes|has written|schrieb|schreibt|geschrieben|(?:a )?écrit|escribió|escribio|(?:ha )?scritto|scrive|escreveu|escribiu|va escriure|ha escrit|schreef|geschreven|skrev|skrifaði|kirjoitti|kirjutas|rakstīja|rašė|parašė|napisał(?:\(a\)|/a|a)?|pisze|napsal(?:\(a\)|/a|a)?|napísal(?:\(a\)|/a|a)?|(?:je )?napisao(?:/la|\(la\))?|(?:je )?napisala|написао(?:/ла)?|написала|написа|написал(?:\(а\)|а)?|пишет|писал(?:\(а\)|а)?|пише|написав(?:\(ла\)|ла)?|írta|írja|a scris|έγραψε|yazdı|כתב(?:ה|/ה)?|מאת|كتب(?:ت|/ت)?|كتابة|نوشت|đã viết|viết|menulis|quoting|zitat von|citando|quotando|citat från|citát`,
)

/** The same in scripts that put no blanks between words. */
export const unspacedIntroductionVerbs: string[] = list(
  '写道|寫道|写到|书写|さんは書きました|書きました|のメッセージ|のメール|작성|썼습니다|เขียน|लिखा',
)

/** The first word of an introduction, in front of the date. */
export const introductionOpeners: string[] = list(
  'on|at|am|le|el|il giorno|il|em|no dia|op|den|på|pe|în data de|în|la data de|w dniu|dnia|dne|v|dňa|u|dana|на|в|у|kuupäev|στις|την|בתאריך|ב-|ביום|في|يوم|در|vào|vào lúc|pada|pada tanggal|ในวันที่|เมื่อ|在|于|於',
)

/** Longer beginnings of introductions. */
export const introductionPhrases: string[] = list(
  'quoting|zitat von|citando|quotando|citat från|citát|missatge de|wiadomość napisana przez|messaggio di|mensaje de|mensagem de|message de|nachricht von|bericht van|meddelande från|сообщение от|cita de|quote from',
)
