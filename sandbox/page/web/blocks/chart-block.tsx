import type { JSX } from 'preact'
import type { AxisChart, PieChart } from '../slack-types/block-types.ts'
import { pickColour } from './chart-style.ts'
import { PieChartView } from './pie-chart.tsx'
import { AxisChartView } from './axis-chart.tsx'

export function ChartView({ title, chart }: { title: string; chart: PieChart | AxisChart }): JSX.Element {
  const total = chart.type === 'pie' ? chart.segments.reduce((sum, segment) => sum + segment.value, 0) || 1 : 1
  const legend =
    chart.type === 'pie'
      ? chart.segments.map((segment) => `${segment.label} · ${Math.round((segment.value / total) * 100)} %`)
      : chart.series.map((series) => series.name)
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class={chart.type === 'pie' ? 'chart-body round' : 'chart-body'}>
        {chart.type === 'pie' ? (
          <PieChartView chart={chart} title={title} />
        ) : (
          <AxisChartView chart={chart} title={title} />
        )}
        <ul class="legend">
          {legend.map((name, index) => (
            <li key={name}>
              <i style={{ background: pickColour(index) }} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {chart.type !== 'pie' && chart.axis_config?.x_label && <div class="chart-x">{chart.axis_config.x_label}</div>}
    </figure>
  )
}
