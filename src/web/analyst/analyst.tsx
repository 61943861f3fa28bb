export { AnswerFooter } from './answer-footer.tsx'
export { AnswerView } from './answer-view.tsx'
export { fetchCharts } from './chart-figure.tsx'
export { EvidencePanel } from './evidence-panel.tsx'
