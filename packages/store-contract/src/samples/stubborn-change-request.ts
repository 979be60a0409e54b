import { changeRequest } from './change-request.ts';

// Escapes and keys that a database's JSON type would lose, reorder or refuse.
const STUBBORN_JSON =
  '{"z":1,"a":{"__proto__":{"id":"x"},"constructor":null},"nul":"\\u0000","half":"\\ud800",' +
  '"big":12345678901234567000,"small":1e-7,"empty":{},"":"","b":[[],{},"\\u2028"]}';

/** A change request with the greatest id, whose JSON text is easily altered. */
export const stubbornChangeRequest = changeRequest({
  id: Number.MAX_SAFE_INTEGER,
  features: [
    {
      name: 'a',
      changes: [{ action: 'updateEnabled', payload: JSON.parse(STUBBORN_JSON) }],
    },
  ],
});
