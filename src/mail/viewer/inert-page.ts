/** Nothing is loaded from anywhere and nothing runs, whatever the page asks for; pictures that it contains itself are shown. */
const POLICY = [
  ['default-src', "'none'"],
  ['img-src', 'data:'],
  ['style-src', "'unsafe-inline'"],
  ['form-action', "'none'"],
  ['base-uri', "'none'"],
]
  .map((directive) => directive.join(' '))
  .join('; ')

const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">\n`

/** A policy forbids everything but leading the reader on to another page. */
const LEADS_ON = /<meta\b[^>]{0,2000}?http-equiv[^>]{0,2000}>/gi

/** The HTML of a mail as a page that a person can open: with a policy in front that keeps the browser from loading or running anything. */
export const makeInertPage = (html: string): string =>
  `${HEAD}${html.replace(LEADS_ON, (tag) => (/refresh/i.test(tag) ? '' : tag))}`
