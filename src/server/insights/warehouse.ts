import type { ChildProcess } from 'node:child_process'
import type { Cell } from '../../contract/result.ts'
import { startChild } from './child-entry.ts'
import { panelFiles, panelFolder } from './make-sample-panel.ts'
import type { WarehouseOrder, WarehouseReport } from './warehouse-process.ts'

/** Rows of an answer; `rows[i][j]` belongs to `columns[j]`. */
export interface WarehouseRows {
  columns: string[]
  rows: Cell[][]
}

export interface QueryOptions {
  signal?: AbortSignal | undefined
  /** The query is stopped after this long; default 10 s. */
  timeoutMs?: number | undefined
}

/** Read-only SQL over `figures`, `totals`, `yearly` and `panel`, in a process that can be killed without harm. */
export interface Warehouse {
  query(sql: string, params?: Cell[], options?: QueryOptions): Promise<WarehouseRows>
  close(): Promise<void>
}

export class WarehouseError extends Error {
  /** `timeout`, `aborted`, `died` (the process ended; the next query works) or `refused` (the SQL failed). */
  readonly reason: 'timeout' | 'aborted' | 'died' | 'refused' | 'closed'
  constructor(reason: WarehouseError['reason'], message: string) {
    super(message)
    this.name = 'WarehouseError'
    this.reason = reason
  }
}

interface Question {
  id: number
  sql: string
  params: Cell[]
  timeoutMs: number
  resolve: (rows: WarehouseRows) => void
  reject: (error: WarehouseError) => void
  /** Set when it was stopped; its own end is then told with this reason. */
  stopped: WarehouseError | null
  retried: boolean
  clock: NodeJS.Timeout | undefined
}

const defaultTimeoutMs = 10_000
/** A stopped query that has not ended after this long takes the process with it. */
const graceMs = 500
const maxRunning = 4

/** Starts the process and answers when its tables are loaded; throws when they cannot be. */
export async function createWarehouse(options: { dataDir: string }): Promise<Warehouse> {
  const order: WarehouseOrder = {
    kind: 'open',
    panel: panelFiles(panelFolder(options.dataDir)),
    // Queries are small and several run at a time, each on a thread of its own: sharing one out costs more than it saves.
    threads: 1,
    memoryMb: 512,
  }
  const desk = new WarehouseDesk(order)
  await desk.start()
  return {
    query: (sql, params = [], { signal, timeoutMs = defaultTimeoutMs } = {}) =>
      desk.ask(sql, params, timeoutMs, signal),
    close: () => desk.close(),
  }
}

const late = ({ timeoutMs }: Question) =>
  new WarehouseError('timeout', `the query took longer than ${timeoutMs} ms`)

class WarehouseDesk {
  private readonly opening: WarehouseOrder
  private child: ChildProcess | null = null
  private starting: Promise<void> | null = null
  private closed = false
  private nextId = 1
  private readonly waiting: Question[] = []
  private readonly running = new Map<number, Question>()
  private readonly untold: WarehouseOrder[] = []

  constructor(opening: WarehouseOrder) {
    this.opening = opening
  }

  start(): Promise<void> {
    this.starting ??= this.launch().finally(() => {
      this.starting = null
    })
    return this.starting
  }

  private launch(): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = startChild('warehouse-process', { serialization: 'advanced' })
      child.on('message', (report: WarehouseReport) => {
        if (report.kind === 'ready') {
          this.child = child
          resolve()
        } else if (report.kind === 'broken') {
          reject(new WarehouseError('died', `the warehouse could not load its tables: ${report.message}`))
          child.kill('SIGKILL')
        } else this.settle(report)
      })
      child.once('error', error => reject(new WarehouseError('died', error.message)))
      child.once('exit', () => {
        reject(new WarehouseError('died', 'the warehouse process ended while it was starting'))
        if (this.child === child) this.mourn()
      })
      child.send([this.opening])
    })
  }

  ask(
    sql: string,
    params: Cell[],
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<WarehouseRows> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new WarehouseError('closed', 'the warehouse is closed'))
      if (signal?.aborted) return reject(new WarehouseError('aborted', 'the query was given up'))
      const question: Question = {
        ...{ id: this.nextId++, sql, params, timeoutMs, resolve, reject },
        ...{ stopped: null, retried: false, clock: undefined },
      }
      const onAbort = () => this.stop(question, new WarehouseError('aborted', 'the query was given up'))
      signal?.addEventListener('abort', onAbort, { once: true })
      const settled = () => signal?.removeEventListener('abort', onAbort)
      question.resolve = rows => {
        settled()
        resolve(rows)
      }
      question.reject = error => {
        settled()
        reject(error)
      }
      this.waiting.push(question)
      this.advance()
    })
  }

  private advance(): void {
    if (!this.child) {
      if (this.waiting.length > 0 && !this.closed)
        this.start().then(
          () => this.advance(),
          (error: WarehouseError) => this.failWaiting(error),
        )
      return
    }
    while (this.running.size < maxRunning) {
      const question = this.waiting.shift()
      if (!question) return
      this.running.set(question.id, question)
      question.clock = setTimeout(() => this.stop(question, late(question)), question.timeoutMs)
      this.tell({ kind: 'query', id: question.id, sql: question.sql, params: question.params })
    }
  }

  private stop(question: Question, reason: WarehouseError): void {
    if (question.stopped) return
    question.stopped = reason
    const place = this.waiting.indexOf(question)
    if (place >= 0) {
      this.waiting.splice(place, 1)
      question.reject(reason)
      return
    }
    if (!this.running.has(question.id)) return
    this.tell({ kind: 'cancel', id: question.id })
    clearTimeout(question.clock)
    question.clock = setTimeout(() => this.child?.kill('SIGKILL'), graceMs)
  }

  private settle(report: Extract<WarehouseReport, { id: number }>): void {
    const question = this.running.get(report.id)
    if (!question) return
    this.running.delete(report.id)
    clearTimeout(question.clock)
    if (question.stopped) question.reject(question.stopped)
    else if (report.kind === 'result') question.resolve({ columns: report.columns, rows: report.rows })
    else question.reject(new WarehouseError('refused', report.message))
    this.advance()
  }

  /** The process is gone: what it was stopped for is told so, the others are asked once more. */
  private mourn(): void {
    this.child = null
    for (const question of this.running.values()) {
      clearTimeout(question.clock)
      if (question.stopped) question.reject(question.stopped)
      else if (question.retried || this.closed)
        question.reject(new WarehouseError('died', 'the warehouse process ended during the query'))
      else {
        question.retried = true
        this.waiting.unshift(question)
      }
    }
    this.running.clear()
    this.advance()
  }

  private failWaiting(error: WarehouseError): void {
    for (const question of this.waiting.splice(0)) question.reject(error)
  }

  /** The queries of an ask are run at once, and go in one message. */
  private tell(order: WarehouseOrder): void {
    if (this.untold.push(order) === 1) queueMicrotask(() => this.tellAll())
  }

  private tellAll(): void {
    const orders = this.untold.splice(0)
    // A send that fails means the process is ending; its exit settles the query.
    this.child?.send(orders, () => {})
  }

  async close(): Promise<void> {
    this.closed = true
    this.failWaiting(new WarehouseError('closed', 'the warehouse is closed'))
    const child = this.child
    if (!child || child.exitCode !== null) return
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    child.disconnect()
    await ended
  }
}
