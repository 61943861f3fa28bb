import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { formatCell } from '../../../charts/format-period.ts'
import type { Table } from '../../../contract/result.ts'
import { streamChat } from './chat-stream.ts'
import type { LanguageModel } from './language-model.ts'

/** A model of a provider, as the settings name it. */
export interface ProviderChoice {
  provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible'
  model: string
  /** Needed for openai-compatible; the others have their own. */
  url: string | null
  key: string | null
}

/** All of them speak the chat-completions protocol, so one adapter serves. */
const addresses: Record<Exclude<ProviderChoice['provider'], 'openai-compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
}

const mostRows = 60

/** @throws Error where an OpenAI-compatible server is chosen without its address. */
export function createProviderModel({ provider, model, url, key }: ProviderChoice): LanguageModel {
  const baseURL = provider === 'openai-compatible' ? url : addresses[provider]
  if (baseURL === null) throw new Error('An OpenAI-compatible model needs the address of its server.')
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  const address = `${baseURL.replace(/\/+$/, '')}/chat/completions`
  const inner = new OpenAICompatibleChatLanguageModel(model, {
    provider,
    headers: () => headers,
    url: () => address,
  })
  return {
    provider,
    modelId: model,
    async stream(options, onPart, meter) {
      const { body } = await inner.prepareRequest({ ...options, prompt: compact(options.prompt) })
      // Not awaited here: that would keep the whole prompt in memory for as long as the answer takes.
      return streamChat({ url: address, headers, body, signal: options.abortSignal, meter }, onPart)
    },
  }
}

/** Tables as short text: a provider is paid by the token, and needs what is printed, not twelve digits of it. */
function compact(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map(message => {
    if (message.role !== 'tool') return message
    const content = message.content.map(part => {
      if (part.type !== 'tool-result' || part.output.type !== 'json') return part
      const tables = tablesOf(part.output.value)
      if (tables === null) return part
      return {
        ...part,
        output: { type: 'text' as const, value: tables.map(tableText).join('\n\n') || 'No table.' },
      }
    })
    return { ...message, content }
  })
}

function tablesOf(value: unknown): Table[] | null {
  if (typeof value !== 'object' || value === null || !('tables' in value) || !Array.isArray(value.tables))
    return null
  return value.tables
}

function tableText(table: Table): string {
  const keys = table.columns.map(({ key, label, kind, unit }) => {
    const name = kind === 'number' && key !== label ? `${key} = ${label}` : key
    return unit === null ? name : `${name} (${unit})`
  })
  const rows = table.rows
    .slice(0, mostRows)
    .map((row, at) => `${at}: ${row.map((cell, i) => printed(cell, table, i)).join(' | ')}`)
  const more =
    table.rows.length > mostRows ? [`… ${table.rows.length - mostRows} more rows are not shown`] : []
  const notes = [...(table.modelled ? ['modelled sample data'] : []), ...table.flags]
  return [
    `table ${table.id} (${table.role}): ${table.title}`,
    ...notes,
    `columns: ${keys.join(' | ')}`,
    ...rows,
    ...more,
  ].join('\n')
}

function printed(cell: Table['rows'][number][number], table: Table, at: number): string {
  const column = table.columns[at]
  if (!column || cell === null) return '–'
  return typeof cell === 'number' && column.unit === null
    ? String(cell)
    : formatCell(cell, column, { compact: true })
}
