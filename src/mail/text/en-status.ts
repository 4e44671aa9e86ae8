/** The meaning of a mail server's status code (RFC 3463). The code itself is shown too, so that people can look it up. */
const meanings: Record<string, string> = {
  '1.1': 'mailbox doesn’t exist',
  '1.2': 'domain doesn’t exist',
  '1.10': 'domain doesn’t accept mail',
  '2.1': 'mailbox is disabled',
  '2.2': 'mailbox is full',
  '2.3': 'mail is too large for the mailbox',
  '3.4': 'mail is too large for the server',
  '4.1': 'server isn’t answering',
  '4.4': 'server can’t be found',
  '4.7': 'server didn’t accept it in time',
  '7.1': 'refused by the server',
}

/** `5.1.1` with its meaning; any other status unchanged. */
export function describeStatusCode(status: string): string {
  const meaning = /^[45]\.(\d{1,3}\.\d{1,3})$/.exec(status.trim())?.[1]
  const known = meaning === undefined ? undefined : meanings[meaning]
  return known ? `${known}, ${status.trim()}` : status
}
