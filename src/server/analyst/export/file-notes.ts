import { formatPeriod } from '../../../charts/format-period.ts'
import type { AnswerDocument } from '../../../contract/answer.ts'
import { modelledLabel } from '../../../contract/modelled-label.ts'
import type { Column, Table } from '../../../contract/result.ts'

/** What must travel with a table wherever it goes: label, period, coverage, cautions, how, sources. Label and text. */
export function tableNotes(document: AnswerDocument, table: Table): [string, string][] {
  const { period, coverage } = table
  const sources = document.sources.filter(source => table.sources.includes(source.id))
  return [
    ...(table.modelled ? [['Label', modelledLabel] as [string, string]] : []),
    ...(period ? [['Period', formatPeriod(period)] as [string, string]] : []),
    ...(coverage
      ? [['Coverage', `${coverage.held} of ${coverage.of} ${coverage.what}`] as [string, string]]
      : []),
    ...table.flags.map((flag): [string, string] => ['Caution', flag]),
    ...table.computed.map((line): [string, string] => ['Computed', line]),
    ...sources.flatMap(({ name, detail, licence, url }): [string, string][] => [
      ['Source', [name, detail, url].filter(Boolean).join(' · ')],
      ['Licence', licence],
    ]),
    ['Data version', document.data_version],
  ]
}

/** 'Value (US$)': a file has no axis to carry the unit. */
export function columnHead({ label, unit }: Column): string {
  return unit === null || label.toLowerCase().includes(unit.toLowerCase()) ? label : `${label} (${unit})`
}
