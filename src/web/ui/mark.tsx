/** The mark: a green tile with the two-row zigzag of woven cloth. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <rect width="26" height="26" rx="7" fill="var(--green)" />
      <path
        d="M5 17l4-4 4 4 4-4 4 4M5 11l4-4 4 4 4-4 4 4"
        fill="none"
        stroke="var(--marigold)"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
