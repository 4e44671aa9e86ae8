declare module 'html-to-text' {
  export function htmlToText(html: string, options: object): string
}
declare module 'parse-reply' {
  export default function parseReply(text: string): string
}
declare module 'planer' {
  const planer: { extractFrom: (body: string, contentType: 'text/plain') => string }
  export default planer
}
