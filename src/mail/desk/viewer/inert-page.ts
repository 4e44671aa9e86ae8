/** Nothing is loaded and no script runs, whatever the page requests. Embedded images are shown. */
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
 * Converts the HTML of a mail to a page that a person can open, with a policy in front that keeps the browser from loading or running anything. A
 * policy does not prevent a redirect to another page, so the attribute for redirects is renamed.
 */
export const makeInertPage = (html: string): string => `${HEAD}${html.replace(/http-equiv/gi, 'data-equiv')}`
