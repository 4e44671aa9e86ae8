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

/**
 * The HTML of a mail as a page that a person can open: with a policy in front that keeps the browser from loading or running anything. A policy does not keep a page
 * from leading its reader on to another one, so that the attribute that does is renamed.
 */
export const makeInertPage = (html: string): string => `${HEAD}${html.replace(/http-equiv/gi, 'data-equiv')}`
