/** Line icons on a 16-unit grid, drawn in the text's colour. */
export const iconPaths = {
  plus: 'M8 3v10M3 8h10',
  search: 'M7 11.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM10.2 10.2 13.5 13.5',
  close: 'm4 4 8 8m0-8-8 8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  send: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  chevron: 'm4 6 4 4 4-4',
  back: 'm10 4-4 4 4 4',
  more: 'M3.4 8h.01M8 8h.01M12.6 8h.01',
  pin: 'M6 2.5h4l-.5 4 2.5 2.3v1H4v-1l2.5-2.3ZM8 9.8v3.7',
  pencil: 'm3 13 .6-2.8 7-7 2.2 2.2-7 7ZM9.2 4.6l2.2 2.2',
  bin: 'M3 4.5h10M6.3 4.5V3h3.4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.6M9.2 7v3.6',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8Z',
  check: 'm3 8.5 3.3 3.3L13 4.8',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  eyeOff:
    'm2.5 2.5 11 11M6.3 4.1C6.8 3.9 7.4 3.8 8 3.8c4 0 6.5 4.2 6.5 4.2a11 11 0 0 1-1.8 2.2M4 5.2A10.6 10.6 0 0 0 1.5 8S4 12.2 8 12.2c1 0 1.9-.3 2.7-.7',
  alert: 'M8 2.2 14.3 13H1.7ZM8 6.5v3M8 11.2v.1',
  help: 'M8 14.2a6.2 6.2 0 1 0 0-12.4 6.2 6.2 0 0 0 0 12.4ZM6.2 6.5a1.8 1.8 0 1 1 2.7 1.5c-.6.4-.9.7-.9 1.4M8 11.4v.1',
  leave: 'M9.5 2.5h-6v11h6M6.5 8h7M11 5.5 13.5 8 11 10.5',
  coins:
    'M6 8.2c2 0 3.6-.8 3.6-1.8S8 4.6 6 4.6s-3.6.8-3.6 1.8S4 8.2 6 8.2ZM2.4 6.4v3.4c0 1 1.6 1.8 3.6 1.8s3.6-.8 3.6-1.8V6.4M9.6 5.2c2.2-.1 4 .7 4 1.8v3.4c0 1-1.7 1.9-3.9 1.8',
  person: 'M8 7.8a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.8 13.6c.5-2.4 2.5-3.6 5.2-3.6s4.7 1.2 5.2 3.6',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6Z',
  device: 'M2 3.5h12v7.5H2ZM5.5 13.5h5',
  calendar: 'M2.5 4h11v9.5h-11ZM2.5 7.2h11M5.5 2.3v3M10.5 2.3v3',
  link: 'M6.6 9.4 9.4 6.6M7.2 4.9l1.5-1.5a2.8 2.8 0 0 1 3.9 3.9l-1.5 1.5M8.8 11.1l-1.5 1.5a2.8 2.8 0 0 1-3.9-3.9l1.5-1.5',
  printer: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7Z',
} as const

export type IconName = keyof typeof iconPaths

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <path
        d={iconPaths[name]}
        stroke="currentColor"
        strokeWidth={name === 'more' ? 2 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
