/** All that production demands; nothing here is ever reached. */
export const productionSettings = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://soko@database.example/soko?sslmode=verify-full',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://soko.example',
  TRUSTED_PROXIES: 'none',
  MAIL_FROM: 'Soko <no-reply@soko.example>',
  SUPPORT_EMAIL: 'support@soko.example',
}
