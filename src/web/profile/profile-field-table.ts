import { limits } from '../../contract/limits.ts'
import { industriesLike, placesLike } from '../platform/suggestions.ts'
import type { FieldProps } from '../ui/field.tsx'
import type { ProfileField } from './profile-draft.ts'

interface FieldOnScreen {
  label: string
  /** What a keyboard, autofill and the input itself need to know. */
  hints: Pick<FieldProps, 'autoComplete' | 'inputMode' | 'type' | 'maxLength'>
  /** Offered while typing; anything else may be typed too. */
  suggestions?: readonly string[]
  /** The same where there are too many to carry: asked for while one types. */
  suggest?: (typed: string) => Promise<readonly string[]>
}

const text = { autoComplete: 'off', maxLength: limits.fieldMaxLength } as const

export const fieldsOnScreen: Record<ProfileField, FieldOnScreen> = {
  name: { label: 'Full Name', hints: { ...text, autoComplete: 'name' } },
  location: {
    label: 'Location',
    hints: { ...text, autoComplete: 'address-level2' },
    suggest: placesLike,
  },
  phone: {
    label: 'Phone number (optional)',
    hints: { autoComplete: 'tel', inputMode: 'tel', type: 'tel', maxLength: limits.phoneLength },
  },
  gender: {
    label: 'Gender',
    hints: { ...text, autoComplete: 'sex' },
    suggestions: ['Female', 'Male', 'Non-binary', 'Prefer not to say'],
  },
  occupation: { label: 'Occupation', hints: text },
  industry: {
    label: 'Industry',
    hints: text,
    suggest: industriesLike,
  },
  company: { label: 'Company', hints: { ...text, autoComplete: 'organization' } },
  job_title: { label: 'Job Title', hints: { ...text, autoComplete: 'organization-title' } },
  education: {
    label: 'Education',
    hints: text,
    suggestions: ['Secondary school', 'Diploma', "Bachelor's degree", "Master's degree", 'Doctorate'],
  },
  experience: {
    label: 'Years of Experience',
    hints: { autoComplete: 'off', inputMode: 'numeric', maxLength: limits.experienceMaxDigits },
  },
  age: {
    label: 'Age (optional)',
    hints: { autoComplete: 'off', inputMode: 'numeric', maxLength: limits.ageMaxDigits },
  },
}
