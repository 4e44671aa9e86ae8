const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** Bytes as the app writes them: `12 bytes`, `3.1 kB`, `86 kB`. */
export function formatSize(bytes: number | undefined): string {
  if (bytes === undefined) return ''
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  }).format(value)
}
