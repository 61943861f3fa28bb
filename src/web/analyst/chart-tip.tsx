import { cssVariable } from '../../charts/palette.ts'
import type { ChartStop } from '../../charts/panel-frame.ts'
import type { Tone } from '../../contract/chart.ts'
import styles from './chart-drawing.module.css'

const fill = (tone: Tone): string => `var(${cssVariable(tone)})`

/** The figures at one stop, and the mark of where it is. */
export function ChartTip({ stop, width, height }: { stop: ChartStop; width: number; height: number }) {
  const isColumn = stop.dots.length > 0 || stop.height > height / 2
  return (
    <>
      {isColumn ? (
        <Rule stop={stop} />
      ) : (
        <span
          className={styles.area}
          data-wide={stop.width > 80}
          style={{ left: stop.x, top: stop.y, width: stop.width, height: stop.height }}
        />
      )}
      {stop.dots.map(dot => (
        <span
          key={`${dot.x} ${dot.y} ${dot.tone}`}
          className={styles.dot}
          style={{ left: dot.x, top: dot.y, background: fill(dot.tone) }}
        />
      ))}
      <div className={styles.tip} style={isColumn ? beside(stop, width) : above(stop, width)}>
        <strong className={styles.at}>{stop.label}</strong>
        {stop.values.map(value => (
          <span key={value.label} className={styles.value}>
            <span className={styles.swatch} style={{ background: fill(value.tone) }} />
            <span className={styles.series}>{value.label}</span>
            <span className={styles.figure}>{value.text}</span>
          </span>
        ))}
      </div>
    </>
  )
}

const middleOf = (stop: ChartStop): number => stop.dots[0]?.x ?? stop.x + stop.width / 2

const Rule = ({ stop }: { stop: ChartStop }) => (
  <span className={styles.rule} style={{ left: middleOf(stop), top: stop.y, height: stop.height - 26 }} />
)

/** Beside a column of figures, on the side that has room, so that none of them is covered. */
function beside(stop: ChartStop, width: number) {
  const x = middleOf(stop)
  const isLeft = x > width / 2
  return {
    left: x,
    top: stop.y + 4,
    transform: isLeft ? 'translateX(calc(-100% - 14px))' : 'translateX(14px)',
  }
}

/** Above a row or tile, or below one at the top; pushed inwards in proportion, so that it stays inside. */
function above(stop: ChartStop, width: number) {
  const x = stop.x + Math.min(stop.width, width) / 2
  const inwards = `${(-100 * x) / width}%`
  const isHigh = stop.y < 72
  const top = isHigh ? stop.y + stop.height + 6 : stop.y - 6
  return { left: x, top, transform: `translate(${inwards}, ${isHigh ? '0' : '-100%'})` }
}
