/** A record with the clicks that changed it, the newest last. */
interface ClickedRecord {
  lastClick?: string | undefined
  earlierClicks?: string[] | undefined
}

/**
 * Names what a form does to a record: once for each content, because Slack may lose the answer and the form is submitted again. Content that the form
 * itself has replaced since counts again: A, B, A ends with A.
 */
export function nameSubmission(form: string, content: string, record: ClickedRecord | undefined): string {
  const event = `${form}:${content}`
  const { lastClick, earlierClicks = [] } = record ?? {}
  const isNamed = (click: string): boolean => click === event || click.startsWith(`${event}:again-`)
  const times = earlierClicks.filter(isNamed).length
  const isReplaced = times > 0 && lastClick?.startsWith(`${form}:`) && !isNamed(lastClick)
  return isReplaced ? `${event}:again-${times}` : event
}
