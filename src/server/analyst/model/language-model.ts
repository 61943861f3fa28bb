import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { AnswerMeter } from './stream-limits.ts'

/** The SDK's types as the rest of the analyst knows them: this folder is the SDK's one door. */
export type {
  JSONValue,
  LanguageModelV4CallOptions as ModelOptions,
  LanguageModelV4FunctionTool as ModelTool,
  LanguageModelV4Message as ModelMessage,
  LanguageModelV4Prompt as ModelPrompt,
  LanguageModelV4StreamPart as ModelPart,
} from '@ai-sdk/provider'

/** A model of the SDK whose stream is handed over part by part: a web stream takes more time than what it carries. */
export interface LanguageModel extends Pick<LanguageModelV4, 'provider' | 'modelId'> {
  /**
   * Resolves once the last part has been handed over.
   * @param meter counts what is read, with the other replies of the same answer
   * @throws the provider's error, also after some parts; APICallError for a refused call; TooMuchSent
   */
  stream(
    options: LanguageModelV4CallOptions,
    onPart: (part: LanguageModelV4StreamPart) => void,
    meter: AnswerMeter,
  ): Promise<void>
}
