import { body, call, calls, media, result, results, says, signed, text, user } from './gemini-words.mjs';

/** @type {Array<{ name: string, body: unknown, options?: object }>} */
export const GEMINI_ACCEPTED = [
  { name: 'one user after another', body: body([user(), user()]) },
  { name: 'words of the model first', body: body([says(text('Hi.')), user()]) },
  { name: 'a content without a role', body: body([{ parts: [text('Hi.')] }]) },
  { name: 'one content and one part in place of lists', body: { contents: { parts: text('Hi.') }, systemInstruction: { parts: text('Be brief.') } } },
  { name: 'the other spelling', body: { contents: [user({ file_data: { file_uri: 'gs://a/b', mime_type: 'video/mp4' } })], system_instruction: { parts: [text('S')] } } },
  { name: 'an empty text', body: body([user(text(''))]) },
  { name: 'null in place of a field', body: body([{ role: 'user', parts: [text('Hi.', { thought: null })] }], { toolConfig: null }) },
  { name: 'calls split over two contents', body: body([user(), calls('a'), calls('b'), results('a', 'b')]) },
  { name: 'results split over two contents', body: body([user(), calls('a', 'b'), results('b'), results('a')]) },
  { name: 'calls and results without ids', body: body([user(), calls(undefined, undefined), results(undefined, undefined)]) },
  { name: 'words behind results, in a content of their own', body: body([user(), calls('a'), results('a'), user()]) },
  { name: 'words behind results, on a route that minds not', body: body([user(), calls('a'), user(result('a'), text('Go on.'))]), options: { allowMixedResults: true } },
  { name: 'calls without arguments', body: body([user(), says({ functionCall: { name: 'clock' } }), results(undefined)]) },
  { name: 'a response of any fields', body: body([user(), calls('a'), user(result('a', 'clock', { time: { hour: 12 } }))]) },
  { name: 'thoughts, code and its output', body: body([user(), says(text('Hm.', { thought: true }), { executableCode: { language: 'PYTHON', code: '1' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }), user()]) },
  { name: 'a signed call', body: body([user(), says(signed(call('a')), call('b')), results('a', 'b')]), options: { signedCalls: true } },
  { name: 'a call of an earlier turn that is not signed', body: body([user(), calls('a'), results('a'), says(text('Noon.')), user()]), options: { signedCalls: true } },
  { name: "the model's last words, where the host goes on from them", body: body([user(), says(text('Sure:'))]), options: { allowPrefill: true } },
  { name: 'a picture in a result', body: body([user(), calls('a'), user({ functionResponse: { id: 'a', name: 'clock', response: {}, parts: [media('image/png')] } })]) },
  { name: 'a picture of the model', body: body([user(), says(media('image/png')), user()]) },
  { name: 'a file without a type', body: body([user({ fileData: { fileUri: 'https://youtu.be/x' } })]) },
  { name: 'a request that just fits', body: body([user(text('x'.repeat(1992)))]), options: { contextWindow: 500 } },
];
