import type { JSX } from 'preact'
import type { AxisChart } from '../slack-types/block-types.ts'
import { number, pickColour } from './chart-style.ts'

const WIDTH = 560
const HEIGHT = 240
const LEFT = 48
const RIGHT = 12
const TOP = 12
const BASE = HEIGHT - 32

/** Chooses round steps that cover all values: 0, 20, 40 … */
function chooseTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, 1e-9)
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const from = Math.floor(low / step) * step
  const ticks: number[] = []
  for (let at = from; at < high + step * 0.999; at += step) ticks.push(Number(at.toPrecision(12)))
  return ticks
}

function ChartAxes({
  ticks,
  y,
  categories,
  x,
  chart,
}: {
  ticks: number[]
  y: (value: number) => number
  categories: string[]
  x: (index: number) => number
  chart: AxisChart
}): JSX.Element {
  const space = (WIDTH - LEFT - RIGHT) / categories.length
  const every = Math.max(1, Math.ceil((Math.max(...categories.map((name) => name.length), 1) * 6.2 + 8) / space))
  return (
    <g class="axes">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} class={tick === 0 ? 'zero' : ''} />
          <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {number.format(tick)}
          </text>
        </g>
      ))}
      {categories.map(
        (name, index) =>
          index % every === 0 && (
            <text key={name} x={x(index)} y={BASE + 18} text-anchor="middle">
              {name}
            </text>
          ),
      )}
      {chart.axis_config?.y_label && (
        <text class="axis-name" transform={`translate(10 ${(TOP + BASE) / 2}) rotate(-90)`} text-anchor="middle">
          {chart.axis_config.y_label}
        </text>
      )}
    </g>
  )
}

export function AxisChartView({ chart, title }: { chart: AxisChart; title: string }): JSX.Element {
  const categories = chart.axis_config?.categories ?? chart.series[0]?.data.map((point) => point.label) ?? []
  const rows = chart.series.map((series) =>
    categories.map(
      (name, index) => (series.data.find((point) => point.label === name) ?? series.data[index])?.value ?? 0,
    ),
  )
  const all = rows.flat()
  const ticks = chooseTicks(Math.min(0, ...all), Math.max(0, ...all, 1))
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  const y = (value: number): number => BASE - ((value - low) / (high - low || 1)) * (BASE - TOP)
  const space = (WIDTH - LEFT - RIGHT) / Math.max(1, categories.length)
  const x = (index: number): number => LEFT + space * (index + 0.5)
  const bar = Math.min(28, (space * 0.72) / rows.length)
  const hint = (series: number, index: number): string =>
    `${chart.series[series]?.name}, ${categories[index]}: ${rows[series]?.[index]}`
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${title}: ${chart.series.map((series) => `${series.name} ${series.data.map((point) => `${point.label} ${point.value}`).join(', ')}`).join('; ')}`}
    >
      <ChartAxes ticks={ticks} y={y} categories={categories} x={x} chart={chart} />
      {rows.map((values, series) => {
        const line = values.map((value, index) => `${x(index)},${y(value)}`).join(' ')
        if (chart.type === 'bar') {
          return values.map((value, index) => (
            <rect
              key={index}
              x={x(index) - (bar * rows.length) / 2 + bar * series + 1}
              y={Math.min(y(value), y(0))}
              width={Math.max(1, bar - 2)}
              height={Math.abs(y(value) - y(0))}
              rx="2"
              fill={pickColour(series)}
            >
              <title>{hint(series, index)}</title>
            </rect>
          ))
        }
        return (
          <g key={series}>
            {chart.type === 'area' && (
              <polygon
                points={`${x(0)},${y(0)} ${line} ${x(values.length - 1)},${y(0)}`}
                fill={pickColour(series)}
                opacity="0.22"
              />
            )}
            <polyline points={line} fill="none" stroke={pickColour(series)} stroke-width="2" stroke-linejoin="round" />
            {values.map((value, index) => (
              <circle key={index} cx={x(index)} cy={y(value)} r="3" fill={pickColour(series)}>
                <title>{hint(series, index)}</title>
              </circle>
            ))}
          </g>
        )
      })}
    </svg>
  )
}
