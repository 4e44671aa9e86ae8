import type { UploadedFile } from '../../model/field-values.ts'

/** Base64 of text, or of bytes that are written as Latin-1. */
const encoded = (text: string): string => btoa(text)

const lines = (...all: string[]): string => encoded(all.join('\r\n'))

/** An invitation with a time zone as Windows calls it, and the contact card of the organizer. */
export const INVITATION_FILES: UploadedFile[] = [
  {
    name: 'invite.ics',
    content_type: 'text/calendar; method=REQUEST',
    content: lines(
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:kick-off@atelier.test',
      'SUMMARY:Kick-off with Atelier',
      'DTSTART;TZID=W. Europe Standard Time:20270315T100000',
      'DTEND;TZID=W. Europe Standard Time:20270315T113000',
      'LOCATION:Room 4\\, 2nd floor',
      'ORGANIZER;CN=Lea Brandt:mailto:lea@atelier.test',
      'ATTENDEE;CN=Support:mailto:support@sandbox.test',
      'ATTENDEE;CN=Tom Ode;PARTSTAT=ACCEPTED:mailto:tom@atelier.test',
      'END:VEVENT',
      'END:VCALENDAR',
    ),
  },
  {
    name: 'lea-brandt.vcf',
    content_type: 'text/vcard',
    content: lines(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Lea Brandt',
      'ORG:Atelier',
      'EMAIL:lea@atelier.test',
      'TEL:+49 30 7654321',
      'END:VCARD',
    ),
  },
]

/** A delivery report as mail servers send it. */
export const BOUNCE_FILES: UploadedFile[] = [
  {
    name: 'delivery-status.txt',
    content_type: 'message/delivery-status',
    content: lines(
      'Reporting-MTA: dns; mx.northwind.test',
      '',
      'Final-Recipient: rfc822; noor@northwind.test',
      'Action: failed',
      'Status: 5.2.2',
      'Diagnostic-Code: smtp; 552 5.2.2 Mailbox full',
    ),
  },
]

/** Files that stay in the mailbox, and an archive, beside one like any other. */
export const UNSAFE_FILES: UploadedFile[] = [
  { name: 'offer.txt', content_type: 'text/plain', content: encoded('Three seats, 29 EUR each.\n') },
  {
    name: 'invoice.pdf',
    content_type: 'application/pdf',
    content: encoded('MZ\x90\0 a program with the name of a document'),
  },
  { name: 'login.txt', content_type: 'text/plain', content: encoded('<!doctype html><title>Sign in</title>') },
  {
    name: 'backup.zip',
    content_type: 'application/zip',
    content:
      'UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAYS50eHRoZWxsb1BLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAoAAAAAAA=',
  },
]
