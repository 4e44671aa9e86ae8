import { expect, test } from 'vitest'
import { findMailKinds } from '../../../src/mail/inbound/receive/mail-kinds.ts'
import { sampleMail } from '../sample-mail.ts'

const kindsOf = (headers: Record<string, string>, change: Partial<typeof sampleMail> = {}) =>
  findMailKinds({ ...sampleMail, own: 'help@acme.test', ...change, headers })

test.each([
  [{ 'Auto-Submitted': 'auto-replied' }],
  [{ 'auto-submitted': 'auto-generated; owner=x' }],
  [{ 'X-Auto-Response-Suppress': 'All' }],
  [{ Precedence: 'auto_reply' }],
  [{ 'Content-Type': 'multipart/report; report-type=disposition-notification' }],
])('%j is an automatic reply', (headers) => {
  expect(kindsOf(headers)).toEqual(['auto_reply'])
})

test.each([
  [{ 'List-Id': 'News <news.shop.test>' }],
  [{ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }],
  [{ Precedence: 'bulk' }],
])('%j is list mail', (headers) => {
  expect(kindsOf(headers)).toEqual(['list'])
})

test.each([
  [{}],
  [{ 'Auto-Submitted': 'no' }],
  [{ 'X-Auto-Response-Suppress': 'None' }],
  [{ Precedence: 'first-class' }],
  // A team's own address is often a group, which marks everything that it forwards.
  [{ 'List-Id': '<help.acme.test>', Precedence: 'list' }],
])('%j is mail from a person', (headers) => {
  expect(kindsOf(headers)).toEqual([])
})

test('a bounce report is recognized by its parts or its sender, and an invitation by its calendar', () => {
  expect(kindsOf({ 'Content-Type': 'multipart/report; report-type="delivery-status"' })).toEqual(['bounce'])
  expect(kindsOf({}, { from: { address: 'MAILER-DAEMON@mx.test' } })).toEqual(['bounce'])
  const postmaster = { from: { address: 'postmaster@mx.test' } }
  expect(kindsOf({ 'Return-Path': '<>' }, postmaster)).toEqual(['bounce'])
  expect(kindsOf({}, postmaster)).toEqual([])
  const attachments = [{ name: 'invite.ics', type: 'application/octet-stream', isInline: false }]
  expect(kindsOf({}, { attachments })).toEqual(['calendar'])
})

test('a subject makes an out-of-office reply only together with a header', () => {
  const absent = { subject: 'Automatic reply: Invoice' }
  expect(kindsOf({}, absent)).toEqual([])
  expect(kindsOf({ 'Return-Path': '<>' }, absent)).toEqual(['auto_reply'])
})
