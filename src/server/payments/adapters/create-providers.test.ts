import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { productionSettings } from '../../testing/production-settings.ts'
import { createProviders } from './create-providers.ts'

const express = { EXPRESSPAY_MERCHANT_ID: 'm', EXPRESSPAY_API_KEY: 'never-told' }
const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'never-told', PAYPAL_WEBHOOK_ID: 'w' }
const flutterwave = {
  FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK-1',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK-never-told',
  FLUTTERWAVE_SECRET_HASH: 'never-told',
}

/** What is offered with these settings, in order: currency, whether money moves, and what a browser is told. */
function offered(env: Record<string, string>) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'soko-providers-'))
  const providers = createProviders(readConfig({ DATA_DIR, ...env }), { fetch, clock: systemClock })
  return [...providers.values()].map(({ name, currency, isSandbox, method }) => {
    expect(method).toMatchObject({ provider: name, is_sandbox: isSandbox })
    return { name, currency, isSandbox, script: method.script_url?.split('?')[0], key: method.public_key }
  })
}

describe('who takes money', () => {
  test('is nobody in production while nobody is set', () => {
    expect(offered(productionSettings)).toEqual([])
  })

  test('is whoever is set in production, with the providers’ own scripts', () => {
    expect(
      offered({ ...productionSettings, ...express, ...paypal, ...flutterwave, PAYPAL_CURRENCY: 'EUR' }),
    ).toEqual([
      { name: 'express', currency: 'GHS', isSandbox: false, script: undefined, key: null },
      {
        name: 'paypal',
        currency: 'EUR',
        isSandbox: false,
        script: 'https://www.paypal.com/sdk/js',
        key: 'client',
      },
      {
        name: 'flutterwave',
        currency: 'GHS',
        isSandbox: false,
        script: 'https://checkout.flutterwave.com/v3.js',
        key: 'FLWPUBK-1',
      },
    ])
    expect(
      JSON.stringify(offered({ ...productionSettings, ...express, ...paypal, ...flutterwave })),
    ).not.toContain('never-told')
  })

  test('is a stand-in for each on a trial, from addresses of this server', () => {
    expect(offered({})).toEqual([
      { name: 'express', currency: 'GHS', isSandbox: true, script: undefined, key: null },
      { name: 'paypal', currency: 'USD', isSandbox: true, script: '/sandbox/paypal/sdk.js', key: 'stand-in' },
      {
        name: 'flutterwave',
        currency: 'GHS',
        isSandbox: true,
        script: '/sandbox/flutterwave/v3.js',
        key: 'FLWPUBK_TEST-stand-in',
      },
    ])
  })

  test('faults 116: is no stand-in beside an account that moves money', () => {
    expect(offered(express).map(({ name, isSandbox }) => [name, isSandbox])).toEqual([['express', false]])
    const tests = { ...paypal, PAYPAL_URL: 'https://api-m.sandbox.paypal.com' }
    expect(offered(tests).map(({ name, isSandbox }) => [name, isSandbox])).toEqual([
      ['express', true],
      ['paypal', true],
      ['flutterwave', true],
    ])
  })
})
