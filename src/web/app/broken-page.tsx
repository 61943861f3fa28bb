import { Component, type ReactNode } from 'react'
import { DeadEndPage } from './dead-end-page.tsx'

/** Catches what a screen failed to: the reader sees words and a way on, never an empty page. */
export class BrokenPage extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <DeadEndPage kind="broken" /> : this.props.children
  }
}
