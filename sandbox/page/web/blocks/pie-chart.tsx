import type { JSX } from 'preact'
import type { PieChart } from '../slack-types/block-types.ts'
import { number, pickColour } from './chart-style.ts'

export function PieChartView({ chart, title }: { chart: PieChart; title: string }): JSX.Element {
  const total = chart.segments.reduce((sum, segment) => sum + segment.value, 0) || 1
  let angle = -Math.PI / 2
  const at = (turn: number, radius: number): string =>
    `${100 + Math.cos(turn) * radius} ${100 + Math.sin(turn) * radius}`
  return (
    <svg
      class="pie"
      viewBox="0 0 200 200"
      role="img"
      aria-label={`${title}: ${chart.segments.map((segment) => `${segment.label} ${segment.value}`).join(', ')}`}
    >
      {chart.segments.map((segment, index) => {
        const from = angle
        const share = segment.value / total
        angle += share * Math.PI * 2 * 0.99999
        const large = share > 0.5 ? 1 : 0
        return (
          <path
            key={segment.label}
            d={`M ${at(from, 92)} A 92 92 0 ${large} 1 ${at(angle, 92)} L ${at(angle, 52)} A 52 52 0 ${large} 0 ${at(from, 52)} Z`}
            fill={pickColour(index)}
            stroke="var(--surface)"
            stroke-width="2"
          >
            <title>{`${segment.label}: ${segment.value} (${Math.round(share * 100)} %)`}</title>
          </path>
        )
      })}
      <text x="100" y="106" text-anchor="middle" class="pie-total">
        {number.format(total)}
      </text>
    </svg>
  )
}
