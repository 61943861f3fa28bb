export { loadCatalogue } from './catalogue.ts'
export type {
  Catalogue,
  Channel,
  Country,
  CountryGroup,
  Currency,
  Department,
  FigureFlag,
  KeyPlayer,
  Measure,
  Segment,
  Term,
} from './catalogue-shape.ts'
export type { PanelManifest, PanelProgress } from './make-sample-panel.ts'
export { prepareSamplePanel } from './prepare-sample-panel.ts'
