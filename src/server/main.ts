import { keepHeapSmall } from './platform/small-heap.ts'

// Before the program is loaded: loading it would make the heap's nursery many times as large as it needs to be.
keepHeapSmall()
const { serve } = await import('./serve.ts')
await serve()
