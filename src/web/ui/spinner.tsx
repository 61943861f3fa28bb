import styles from './spinner.module.css'

/** A turning ring, seen only when the wait is longer than 200 ms. Decoration: say in words what is awaited. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}

/** Fills the place of something that loads. */
export function Waiting({ words }: { words: string }) {
  return (
    <div className={styles.wait} role="status">
      <Spinner size={24} />
      <span className="visually-hidden">{words}</span>
    </div>
  )
}

/** A grey bar in the size of the text to come, seen only after 200 ms. */
export function Bone({ width = '100%', height = 14 }: { width?: number | string; height?: number }) {
  return <span className={styles.bone} style={{ width, height }} aria-hidden="true" />
}
