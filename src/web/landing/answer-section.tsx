import { formatNumber } from '../../charts/format.ts'
import { renderChart } from '../../charts/render-chart.ts'
import { type SvgNode, svgText } from '../../charts/svg-node.ts'
import { modelledLabel } from '../../contract/modelled-label.ts'
import { appName } from '../platform/config.ts'
import { landingFigures } from './landing-figures.ts'
import { SectionFrame, SourceLine } from './section-frame.tsx'

const { question, headline, tiles, chart, table } = landingFigures.answer
const chartWidthPx = 720
const drawing = svgText(unspoken(renderChart(chart, table, { width: chartWidthPx, theme: 'screen' }).svg))

/** The words beside the drawing say it; its own title would open the browser's tip over it. */
function unspoken({ tag, attrs, children }: SvgNode): SvgNode {
  const isSaid = (child: SvgNode | string) =>
    typeof child !== 'string' && (child.tag === 'title' || child.tag === 'desc')
  const { role: _, ...kept } = attrs
  return { tag, attrs: { ...kept, 'aria-hidden': 'true' }, children: children.filter(one => !isSaid(one)) }
}

/** The product's own answer to the question, as it stands in the app, with the chart drawing itself. */
export function AnswerSection() {
  return (
    <SectionFrame
      id="answer"
      number={2}
      words={
        <>
          <h2 id="answer-heading">An answer you can put in front of a board.</h2>
          <p className="lead">
            The finding first, then its size, its chart and what it rests on. In {appName} every underlined
            figure opens the rows it was read from.
          </p>
        </>
      }
    >
      <article className="answer" data-holds="">
        <p className="asked" data-at={0}>
          {question}
        </p>
        <h3 className="finding" data-at={2}>
          {headline.map(({ text, isFigure }) => (isFigure ? <u key={text}>{text}</u> : text))}
        </h3>
        <dl className="sizes">
          {tiles.map(({ label, figure, note, tone }, at) => (
            <div key={label} data-at={4 + at}>
              <dt>{label}</dt>
              <dd className="size num">{figure}</dd>
              <dd className={`note num ${tone}`}>{note}</dd>
            </div>
          ))}
        </dl>
        <figure data-at={9}>
          <figcaption>{chart.title}</figcaption>
          {/* Made by our own charts from the figures above while the page is built: no markup of anybody else's. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn at build time from our own figures */}
          <div className="drawing" dangerouslySetInnerHTML={{ __html: drawing }} />
          <p className="visually-hidden">{chart.summary}</p>
        </figure>
        <div className="ground">
          <SourceLine>
            {chart.modelled && <span className="tag">{modelledLabel}</span>}
            {chart.footer}
          </SourceLine>
          <details className="rows">
            <summary>The same as a table</summary>
            <Rows />
          </details>
        </div>
      </article>
    </SectionFrame>
  )
}

/** The rows that the chart is drawn from. */
function Rows() {
  return (
    <table className="num">
      <thead>
        <tr>
          {table.columns.map(({ key, label, unit }) => (
            <th key={key} scope="col">
              {unit ? `${label}, ${unit}` : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(row => (
          <tr key={String(row[0])}>
            {table.columns.map(({ key, kind, decimals }, at) => (
              <td key={key}>
                {kind === 'number' ? formatNumber(row[at] as number | null, null, decimals) : row[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
