export const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, notation: 'compact' })
export const pickColour = (index: number): string => `var(--chart-${(index % 6) + 1})`
