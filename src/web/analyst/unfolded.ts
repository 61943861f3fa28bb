import { createContext } from 'react'

/** True where nothing can be opened by a click, as on paper: all rows stand, and notes and sources are unfolded. */
export const Unfolded = createContext(false)
