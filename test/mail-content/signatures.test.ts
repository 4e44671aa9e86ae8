import { describe, expect, test } from 'vitest'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { judgeReading } from '../../tools/judge-reading.ts'

const TEXT = 'The first delivery is complete.\n\nCan you confirm the second one?'

/** Lines that begin with `? ` may be shown or not. */
const judge = (expected: string, shown: string) => judgeReading([expected], shown, { isWrapped: true })
const right = { verdict: 'right', lost: [], leaked: [], misplaced: [] }

describe('folds the signature below a text', () => {
  test.each<[signature: string, stays?: string]>([
    ['-- \nAna Lee\nHead of Sales | Acme Ltd\n+44 20 7946 0000\nwww.acme.test'],
    ['--\nAna Lee\n"Stay hungry, stay foolish."'],
    ['-- \nAna Lee\nAcme Ltd\n\nPS: Please bring the samples.', 'PS: Please bring the samples.'],
    [
      'Kind regards,\nAna Lee\nSenior Buyer\nAcme Ltd.\n12 High Street, London N1 2AB\nT: +44 20 7946 0000 | M: +44 7700 900000\nana@acme.test | www.acme.test',
      '? Kind regards,\n? Ana Lee',
    ],
    [
      'Mit freundlichen Grüßen\n\ni. V. Ana Lee\nLeiterin Einkauf\n\nAcme GmbH\nHauptstraße 1\n10115 Berlin\nTel.: 030 1234567\nFax: 030 1234568\nE-Mail: ana@acme.test\n\nSitz der Gesellschaft: Berlin, Amtsgericht Charlottenburg HRB 12345\nGeschäftsführer: Max Muster',
      '? Mit freundlichen Grüßen',
    ],
    [
      'Bien cordialement,\n\nAna Lee\nResponsable des achats\nAcme SAS – 12 rue de la Paix – 75002 Paris\nTél. : 01 23 45 67 89',
      '? Bien cordialement,\n? Ana Lee',
    ],
    ['Un cordial saludo,\n\nAna Lee\nDirectora de compras\nTel. 91 123 45 67', '? Un cordial saludo,\n? Ana Lee'],
    [
      'Cordiali saluti\n\nAna Lee\nUfficio acquisti\nAcme S.r.l.\nVia Roma 1, 20100 Milano',
      '? Cordiali saluti\n? Ana Lee',
    ],
    ['Atenciosamente,\nAna Lee\nCompras\n(11) 91234-5678', '? Atenciosamente,\n? Ana Lee'],
    ['Met vriendelijke groet,\n\nAna Lee\nInkoper\nAcme B.V.\nT 020-1234567', '? Met vriendelijke groet,\n? Ana Lee'],
    ['Med vänlig hälsning\nAna Lee\nInköpare\nTel 08-123 45 67', '? Med vänlig hälsning\n? Ana Lee'],
    ['Med venlig hilsen\n\nAna Lee\nIndkøber\nTlf. 12 34 56 78', '? Med venlig hilsen\n? Ana Lee'],
    ['Vennlig hilsen\nAna Lee\nInnkjøper\nMobil: 912 34 567', '? Vennlig hilsen\n? Ana Lee'],
    ['Ystävällisin terveisin\nAna Lee\nOstopäällikkö\nPuh. 040 123 4567', '? Ystävällisin terveisin\n? Ana Lee'],
    ['Z poważaniem\nAna Lee\nKierownik zakupów\ntel. 22 123 45 67', '? Z poważaniem\n? Ana Lee'],
    ['S pozdravem\n\nAna Lee\nvedoucí nákupu\ntel.: 222 123 456', '? S pozdravem\n? Ana Lee'],
    ['Üdvözlettel,\nLee Ana\nbeszerzési vezető\nTel.: +36 1 234 5678', '? Üdvözlettel,\n? Lee Ana'],
    ['Cu stimă,\nAna Lee\nDirector achiziții\nTel: 021 123 4567', '? Cu stimă,\n? Ana Lee'],
    [
      'С уважением,\nАнна Ли\nНачальник отдела закупок\nООО «Акме»\nтел.: +7 495 123-45-67',
      '? С уважением,\n? Анна Ли',
    ],
    ['З повагою,\nАнна Лі\nменеджер із закупівель\nтел. +380 44 123 45 67', '? З повагою,\n? Анна Лі'],
    ['Με εκτίμηση,\nΆννα Λη\nΥπεύθυνη αγορών\nΤηλ. 210 1234567', '? Με εκτίμηση,\n? Άννα Λη'],
    ['Saygılarımla,\nAna Lee\nSatın Alma Müdürü\nTel: 0212 123 45 67', '? Saygılarımla,\n? Ana Lee'],
    ['בברכה,\nאנה לי\nמנהלת רכש\nטל: 03-1234567', '? בברכה,\n? אנה לי'],
    ['مع التحية،\nآنا لي\nمديرة المشتريات\nهاتف: 01234567', '? مع التحية،\n? آنا لي'],
    [
      '以上、よろしくお願いいたします。\n\n--------------------------\n山田 太郎\n株式会社アクメ 営業部\nTEL: 03-1234-5678\nMail: yamada@acme.test\n--------------------------',
      '? 以上、よろしくお願いいたします。',
    ],
    [
      '━━━━━━━━━━━━━━━━\n株式会社アクメ\n営業部 山田 太郎\n〒100-0001 東京都千代田区1-1\nTEL 03-1234-5678\n━━━━━━━━━━━━━━━━',
    ],
    ['此致\n敬礼\n\n李安娜\n采购部经理\n电话：010-12345678', '? 此致\n? 敬礼\n? 李安娜'],
    ['祝好！\n李安娜', '? 祝好！\n? 李安娜'],
    ['감사합니다.\n홍길동 드림\n구매팀 과장\n02-1234-5678', '? 감사합니다.\n? 홍길동 드림'],
    ['Trân trọng,\nAna Lee\nPhòng mua hàng\nĐT: 024 1234 5678', '? Trân trọng,\n? Ana Lee'],
    ['ขอแสดงความนับถือ\nแอนนา ลี\nโทร 02-123-4567', '? ขอแสดงความนับถือ\n? แอนนา ลี'],
    ['LG Ana', '? LG Ana'],
    ['Best, Ana', '? Best, Ana'],
    ['Thanks,\nAna', 'Thanks,\nAna'],
    ['Thanks,\nAna Lee\nHead of Sales\nAcme Ltd\n+44 20 7946 0000', '? Thanks,\n? Ana Lee'],
    ['Many thanks and kind regards,\nAna Lee', '? Many thanks and kind regards,\n? Ana Lee'],
    ['_______________________\nAna Lee\nHead of Sales\nAcme Ltd\nana@acme.test'],
    ['*****************\nAna Lee\nAcme Ltd\nTel. 030 12345678\n*****************'],
    [
      '_______________________________________________\nUsers mailing list -- users@lists.acme.test\nTo unsubscribe send an email to users-leave@lists.acme.test',
    ],
    [
      '_______________________________________________\nusers mailing list\nusers@lists.acme.test\nhttps://lists.acme.test/mailman/listinfo/users',
    ],
    [
      '-- \nYou received this message because you are subscribed to the Google Groups "acme" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to acme+unsubscribe@googlegroups.com.\nTo view this discussion visit https://groups.google.com/d/msgid/acme/abc.',
    ],
    [
      'Cheers,\nAna\n\n-- \nYou received this message because you are subscribed to the Google Groups "acme" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to acme+unsubscribe@googlegroups.com.\nTo view this discussion on the web visit https://groups.google.com/d/msgid/acme/abc.\nFor more options, visit https://groups.google.com/d/optout.',
      '? Cheers,\n? Ana',
    ],
    [
      'Regards,\nAna\n\nThis e-mail and any attachments are confidential and intended solely for the addressee. If you have received it in error, please notify the sender and delete it.',
      '? Regards,\n? Ana',
    ],
    [
      "Ce message et ses pièces jointes sont confidentiels et établis à l'intention exclusive de leurs destinataires. Si vous avez reçu ce message par erreur, merci d'en avertir l'expéditeur.",
    ],
    [
      'AVISO LEGAL: Este mensaje y sus adjuntos son confidenciales y van dirigidos exclusivamente a su destinatario. Si lo ha recibido por error, le rogamos que lo elimine.',
    ],
    [
      'CONFIDENTIALITY NOTICE\n\nThis message contains confidential information intended only for the person named above. If you are not the intended recipient, please delete it.\n\nPlease consider the environment before printing this email.',
    ],
    [
      '—\nReply to this email directly, view it on GitHub, or unsubscribe.\nYou are receiving this because you were mentioned.',
    ],
    [
      'Best,\nAna Lee\n+44 20 7946 0000\n\nOne more: where do we park?',
      '? Best,\n? Ana Lee\nOne more: where do we park?',
    ],
    [
      'Best,\nAna Lee\n+44 20 7946 0000\n\nhttps://docs.acme.test/d/plan-2026',
      '? Best,\n? Ana Lee\nhttps://docs.acme.test/d/plan-2026',
    ],
    ['Sent from my iPhone\n\nPS the code is 4410', 'PS the code is 4410'],
  ])('%j', (signature, stays = '') => {
    const { newText, collapsed } = splitNewText(`${TEXT}\n\n${signature}\n`)
    expect(judge(`${TEXT}\n\n${stays}`, newText)).toEqual(right)
    // A closing that stays with its name is no signature.
    if (!stays.startsWith('Thanks')) expect(collapsed.signature).toBe(true)
  })
})

describe('folds the line of a telephone or a mail program', () => {
  test.each([
    'Sent from my iPhone',
    'Sent from my Samsung Galaxy smartphone.',
    'Sent via the Samsung Galaxy S23, an AT&T 5G smartphone',
    'Get Outlook for Android<https://aka.ms/AAb9ysg>',
    'Sent from Yahoo Mail for iPhone<https://more.att.com/x>',
    'Sent with Proton Mail secure email.',
    'Sent from Proton Mail for Android.',
    'Von meinem iPhone gesendet',
    'Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.',
    'Gesendet von Outlook für iOS',
    'Envoyé de mon iPhone',
    "Envoyé à partir d'un téléphone Samsung",
    "Envoyé depuis l'application Mail Orange",
    'Enviado desde mi iPad',
    'Enviado desde Correo para Windows',
    'Obtener Outlook para iOS',
    'Inviato da iPhone',
    'Enviado do meu iPhone',
    'Enviado via iPad',
    'Verstuurd vanaf mijn iPhone',
    'Outlook voor Android downloaden',
    'Skickat från min iPhone',
    'Sendt fra min iPhone',
    'Lähetetty iPhonesta',
    "Wysłane z iPhone'a",
    'Wysłano z telefonu Samsung',
    'Odesláno z mobilu',
    'Odoslané z iPhonu',
    'Отправлено с iPhone',
    'Отправлено из мобильной Почты Mail.ru',
    'Отправлено из Яндекс Почты для мобильных',
    'Надіслано з iPhone',
    "iPhone'umdan gönderildi",
    'Az iPhone-omról küldve',
    'Elküldve az iPhone-omról',
    'Trimis de pe iPhone',
    'Στάλθηκε από το iPhone μου',
    'נשלח מה-iPhone שלי',
    'أُرسلت من الـ iPhone',
    'تم الإرسال من الـ iPhone',
    '发自我的iPhone',
    '從我的 iPhone 傳送',
    '发自我的华为手机',
    'iPhoneから送信',
    '私のiPhoneから送信',
    '나의 iPhone에서 보냄',
    'ส่งจาก iPhone ของฉัน',
    'Đã gửi từ iPhone của tôi',
    'Dikirim dari iPhone saya',
    'मेरे iPhone से भेजा गया',
    'Sendt fra Outlook for iOS',
    'Enviat des del meu iPhone',
    'Poslano s mog iPhonea',
    'Sent from my Verizon, Samsung Galaxy smartphone',
    'Sent from Mailspring (https://getmailspring.test/), the best free email app for work',
    'Yahoo Mail: Search, Organize, Conquer',
  ])('%j', (line) => {
    expect(splitNewText(`${TEXT}\n\n${line}`)).toEqual({
      newText: TEXT,
      collapsed: { quotedMails: 0, signature: true },
    })
  })
})

test.each([
  'De informatie verzonden met dit e-mailbericht is uitsluitend bestemd voor de geadresseerde. Gebruik door anderen is verboden.',
  'Esta mensagem e os seus anexos são confidenciais e destinam-se exclusivamente ao seu destinatário.\nSe a recebeu por engano, elimine-a.',
  'Ce courriel et ses pièces jointes peuvent contenir des informations confidentielles.\nS’il ne vous est pas destiné, merci de le supprimer.',
  '________________\n\nThis email and any files transmitted with it are confidential and may be legally privileged. Acme Ltd.',
  'P Please consider the environment before printing this email.',
  '-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\nMute This Topic: https://groups.test/mt/1\n-=-=-=-=-=-',
  'The information transmitted, with its attachments, is intended only for the person to which it is addressed and contains confidential material.',
  'Wiadomość ta jest przeznaczona tylko dla adresata i może zawierać informacje poufne. Prosimy o jej usunięcie.',
  'El software de antivirus Avast ha analizado este correo electrónico en busca de virus. www.avast.test',
  'Diese E-Mail wurde von meinem Mobiltelefon gesendet. Bitte entschuldigen Sie Tippfehler.',
  'If you no longer wish to receive these emails, unsubscribe here: https://a.test/u',
  'Unsubscribe',
])('folds the footer %j', (footer) => {
  expect(splitNewText(`${TEXT}\n\n${footer}`).newText).toBe(TEXT)
})

test.each(['Ana Lee', 'Lee, Ana'])('folds what the sender, %s, puts below their name', (name) => {
  const card = `${TEXT}\n\n${name}\nHead of Sales\nAcme Ltd\nT: +44 20 7946 0000`
  expect(splitNewText(card, { senderName: 'Ana Lee' }).newText).toBe(TEXT)
  expect(splitNewText(card, { senderName: 'Bob Roy' }).newText).toBe(card)
})

describe('leaves a text alone that only looks like a quotation or a signature', () => {
  test.each<[text: string, head?: { subject?: string; senderName?: string }]>([
    ['Hi,\n\nplease book a train.\n\nFrom: Berlin\nTo: Paris\nDate: 3 November 2026\n\nOne seat is enough.'],
    [
      'New request from the web site\n\nName: Ana Lee\nFrom: ana@acme.test\nSubject: Prices\n\nWhat does the large box cost?',
    ],
    [
      'You have a new message\n\nFrom: Ana Lee <ana@acme.test>\nPhone: 030 12345\nSubject: Prices\nMessage: What does the large box cost?',
      { subject: 'New message from your site' },
    ],
    ['The server says:\n\nFrom: 10.0.0.1\nTo: 10.0.0.2\nDate: 2026-11-03\nStatus: dropped\n\nWhat does that mean?'],
    ['On Monday the manager wrote:\nwe need ten more boxes.\n\nCan you deliver them?'],
    ['On 3 November 2026 at 10:00 the customer wrote:\nplease cancel my order.\n\nShall I?'],
    ['Am 3.11.2026 um 10:00 schrieb der Kunde:\nbitte stornieren.\n\nSoll ich das tun?'],
    ['Sent from my desk, it is easier to read than from the phone. I attach the list.'],
    ['I sent the pictures from my iPhone yesterday, did they arrive?'],
    ['Part one\n--\nThis is the second part of the text, and it goes on for a while.\n\n--\nAnd this is the third.'],
    ['Agenda\n-----\nWelcome\nBudget\nQuestions\n\nPlease add your points.'],
    [
      'See you tomorrow.\n\n________________________________________________________________________________\nMicrosoft Teams meeting\nJoin: https://teams.microsoft.com/meet/123\nMeeting ID: 123 456\nPasscode: abc\n________________________________',
    ],
    [
      'Ana Lee is inviting you to a scheduled Zoom meeting.\n\nJoin Zoom Meeting\nhttps://zoom.us/j/123?pwd=abc\n\nMeeting ID: 123 456 789\nPasscode: 123456',
    ],
    ['Best,\nI think, is the enemy of good.\nSo let us ship it.'],
    [
      'Here is my draft:\n\nDear Sir,\nwe accept the offer.\nYours faithfully,\nAna Lee\n\nWhat do you think, shall I send it?',
    ],
    [
      'Please send it to my new address:\n\nAna Lee\nMain Street 5\n12345 Berlin\n+49 30 123456',
      { senderName: 'Ana Lee' },
    ],
    ['The supplier is:\n\nMax Muster\nMuster GmbH\nTel. 030 123456\nmax@muster.test'],
    ['Items:\n- one\n- two\n- three\n\n* four\n* five'],
    ['Try this:\n\n>>> import json\n>>> json.loads("1")\n1\n\nIt works here.'],
    ['The latency is\n> 5 seconds since Monday.\nPlease look.'],
    ['--- a/file\n+++ b/file\n@@ -1 +1 @@\n-old\n+new'],
    ['Thanks,\nBob'],
    ['Thank you!'],
    ['Cheers!'],
    ['Kind regards,\nAna'],
    [
      'I can do:\n\nOn 3 November 2026 at 10:00 with Ana Lee <ana@acme.test>\nOn 4 November 2026 at 11:00 with Bob <bob@acme.test>\n\nWhich one?',
    ],
    ['To: do list\nSubject: to change\nDate: tomorrow'],
    ['As I wrote to ana@acme.test on 3.11.2026:\nthe price is 5 euros.\n\nOk?'],
    ['Please treat this as confidential. The merger is on Monday.\n\nI will call you about the message for the press.'],
    ['Our autumn offers\n\nBoots: 49 euros\nCoats: 99 euros\n\nhttps://shop.test/autumn'],
    ['Invoice 4410\n\nTotal: 120.00\nDue: 2026-11-30\n\nAcme Ltd\nIBAN GB00 0000'],
    ['The original message was lost, please send it again.\nForwarded message rates apply.'],
    ['*Important*\nThe gate is closed.\n***\nUse the side door.'],
    ['He said:\n"On 3 Nov 2026 we start."\nIs that right?'],
    ['The key is under the mat.\n\nPS: Feed the cat.'],
    ['Thanks!\n\nCall me'],
    ['Thanks!\n\nKim Berg\nPier 4\n24103 Kiel\n0431 555 0110', { senderName: 'Ana Lee' }],
    ['Best regards from Kiel!\n\nThe fence stands.'],
    ['Cheers\n\nMonday works too'],
    ['It is done.\n\nCheers\n\nMonday works too'],
    ['Viele Grüße soll ich von Oma ausrichten.\n\nSie kommt am Montag.'],
    ['From Monday on we are closed.\nTo be safe, order today.\nDate your letters correctly.'],
    ['The seats are booked.\n\nIf you no longer wish to receive these invoices by post, tell my colleague.'],
    ['It is urgent.\n\nUnsubscribe: ana@acme.test\nAlso remove bob@acme.test'],
    ['It is urgent.\n\nMailing list: please add bob@acme.test.'],
    ['It is urgent.\n\nDu får den i morgon.'],
    ['It is urgent.\n\nPer annullare l’ordine 118 bastano due giorni.'],
    ['I clicked on\nUnsubscribe at the bottom of it, in vain.'],
  ])('%j', (text, head = {}) => {
    expect(judge(text, splitNewText(text, head).newText)).toEqual(right)
  })
})
