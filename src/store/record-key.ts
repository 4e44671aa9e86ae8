/** Splits a key into partition and id; throws if either is missing. */
export function splitRecordKey(key: string): { partition: string; id: string } {
  const slash = key.lastIndexOf('/')
  if (slash < 1 || slash === key.length - 1) throw new Error('a key has the form <partition>/<id>')
  return { partition: key.slice(0, slash), id: key.slice(slash + 1) }
}
