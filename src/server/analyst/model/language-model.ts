/** The SDK's types as the rest of the analyst knows them: this folder is the SDK's one door. */
export type {
  JSONValue,
  LanguageModelV4 as LanguageModel,
  LanguageModelV4FunctionTool as ModelTool,
  LanguageModelV4Message as ModelMessage,
  LanguageModelV4Prompt as ModelPrompt,
} from '@ai-sdk/provider'
