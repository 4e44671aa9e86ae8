import { expect, test } from 'vitest'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { judgeReading } from '../../tools/judge-reading.ts'

/** Each is shown whole: what looks like a quotation, a signature or a header block in it was written by a person. */
test.each<[text: string, head?: { subject: string }]>([
  ['As the manual says:\n\n> Turn it off.\n> Wait a minute.\n\nIt does not help.', { subject: 'Router' }],
  ['[10:00] Ana: hello\n[10:01] Bob: hi, did you write to ana@a.test?\n[10:02] Ana: yes:\n\nThat was all.'],
  ['Ana Lee, 3 Nov 2026, 10:00:\nplease call me\nBob Roy, 3 Nov 2026, 10:05:\nok\n\nThat is the chat from yesterday.'],
  ['03.11.2026, 10:00 - Ana Lee: please call me\n03.11.2026, 10:05 - Bob Roy: ok\n\nThat is the chat.'],
  ['Minutes of 3 November 2026, 10:00:\n- budget approved\n- Ana (ana@a.test) takes care of the rest'],
  ['3 November 2026, 10:00, meeting with Ana (ana@a.test):\nbudget approved.\n\nPlease check.'],
  ['On 3 November 2026:\n10:00 welcome\n11:00 talk\n\nOn 4 November 2026:\n09:00 workshop'],
  ['Am 3. November 2026 um 10:00 Uhr:\nBegrüßung durch Frau Lee (ana@a.test)\n\nDanach Kaffee.'],
  ['The log shows:\n2026-11-03 10:00:01 mail from <ana@a.test>:\n2026-11-03 10:00:02 rejected\n\nWhy?'],
  ['Herr Maier schrieb gestern:\n„Das passt.“\nIst das so?'],
  ['Le 3 novembre 2026 à 10h00, le client a écrit :\n« je veux annuler »\nQue faire ?'],
  ['El 3 de noviembre de 2026 a las 10:00 el cliente escribió:\nquiero cancelar.\n¿Qué hago?'],
  ['3 ноября 2026 г. в 10:00 клиент написал:\nхочу отменить заказ.\nЧто делать?'],
  ['Dnia 3 listopada 2026 o 10:00 klient napisał:\nproszę anulować.\nCo robić?'],
  ['First part.\n\n---\n\nSecond part.\n\n---\n\nThird part, the end.'],
  ['First part.\n\n----------\n\nTotals\nBoxes 5\nBags 7'],
  ['Name: ____\nDate: ________\n\n____________________\nSignature'],
  ['Please fill in:\n\nName: ___________\nAddress: ___________\n\nThank you!'],
  ['Roses are red\nViolets are blue\n\nBest\nof all is the dew'],
  ['Love\nis all you need.\n\nMore tomorrow.'],
  ['Which do you like?\n\nBest\nGood\nPoor'],
  ['T\nhis is odd.'],
  ['These people come:\n\nAna Lee\nBob Roy\nKim Poe'],
  ['The winners\n--\nAna Lee\nBob Roy\nKim Poe'],
  ['Please call our partner, he waits for you.\n\n\nMax Muster\nMuster GmbH\nTel. 030 1234567'],
  ['Thanks,\nthat was quick. The second box is open, though.\n\nWhat now?'],
  ['With regards\nto the invoice: it is wrong.'],
  ['Cheers, that worked!\n\nOne more question: which port?'],
  ['Vielen Dank,\nich habe alles bekommen.\n\nWann kommt der Rest?'],
  ['Viele Grüße aus Rom!\n\nWir kommen am Montag zurück und melden uns dann.'],
  ['Att\nached is the file.'],
  ['Sent via courier yesterday, tracking number 12345.'],
  ['Sent from our warehouse in Hamburg on Monday:\n- box 1\n- box 2'],
  ['Gesendet von Hamburg nach Berlin am Montag.'],
  ['Enviado el paquete por correo. ¿Ha llegado?'],
  ['To unsubscribe my colleague from your list, what do I have to do?'],
  ['You received this message because I asked Bob to forward it? Please tell me.'],
  [
    'Hi Ana,\n\nthis e-mail is confidential: the recipient list leaked. Please delete the file and notify the team today, before the message spreads any further.\n\nBob',
  ],
  ['+-----+\n| box |\n+-----+\n\nLike this?'],
  ['Please add:\nAna Lee <ana@a.test>\nBob Roy <bob@b.test>:\n- admin'],
  ['On 3.11. at 10:00 I wrote to <ana@a.test>:\n1. first\n2. second'],
  ['See the attached file.\n\n--- original size ---\n10 MB\n--- new size ---\n2 MB'],
  ['Where do I reply? It says "reply above this line" but there is none.'],
  ['{\n  "from": "ana@a.test",\n  "to": "bob@b.test",\n  "date": "2026-11-03 10:00",\n  "subject": "x"\n}'],
  [
    'Is this one spam? It says:\n\nFrom: Bank <bank@b.test>\nDate: Tue, 3 Nov 2026 10:00\nSubject: Your account\n\nClick here.',
    { subject: 'Question' },
  ],
  ['from: berlin\nto: paris\ndate: 2026-11-03 10:00\nsubject: trip'],
  ['Concert\n\nDate: 3 November 2026, 20:00\nFrom: 20:00\nTo: 23:00\nSubject: Jazz night\n\nTickets at the door.'],
  [
    'Please change the order.\n\nFrom: Acme Warehouse, Berlin\nTo: Acme Store, Paris\nDate: Monday 10:00\nSubject to change.\n\nThanks',
  ],
  ['11月3日10:00に山田さんが書きました：\n「了解です」\n確認お願いします。'],
  ['2026年11月3日 10:00 客户说：\n我要取消。\n怎么办？'],
  ['a > b and\n> 10 is large\nfine'],
  ['PS\nI forgot the file.'],
  ['Links\n\nhttps://a.test/x/y\nhttps://b.test/z/w'],
  ['The video is here.\n\nhttps://video.test/watch/123'],
  ['Please call me.\n\nAna\n+49 30 123456'],
  ['Ship it here:\nAna Lee\nMain Street 5\n12345 Berlin'],
  ['My new address is below.\n\nAna Lee\nMain Street 5\n12345 Berlin\nTel. 030 123456'],
  ['Please book:\n\nDate: 3 Nov 2026 10:00\nTo: Berlin\n\nThanks a lot.', { subject: 'Re: Trip' }],
  [
    'Two seats, please.\n\nFrom: Berlin\nDate: 3 November 2026, 10:00\nTo: Paris\n\nBy the window.',
    { subject: 'Re: Trip' },
  ],
  [
    'Add them:\n\n2026/11/03 Ana Lee <ana@a.test>\n\n2026/11/04 Bob Roy <bob@b.test>\n\nThanks.',
    { subject: 'Re: List' },
  ],
  ['Ana Lee <ana@a.test> wrote to us on Monday.\n\nPlease check what she wants.', { subject: 'Re: List' }],
  ['It fails here:\n\nPS> Get the list of all files\nPS> Remove the first one\n\nWhy?', { subject: 'Re: Script' }],
  ['Here is the table.\n\nA1> 10\nA2> 20\n\nIs that right?', { subject: 'Re: Values' }],
  ['Sent: 40 boxes\nTo: Berlin\nOpen: 3 boxes\n\nThe rest comes on Monday.', { subject: 'Re: Boxes' }],
])('keeps every word of %j', (text, head = { subject: 'Plan' }) => {
  for (const one of [head, {}]) {
    const { verdict, lost, leaked } = judgeReading([text], splitNewText(text, one).newText, { isWrapped: true })
    expect({ verdict, lost, leaked }).toEqual({ verdict: 'right', lost: [], leaked: [] })
  }
})
