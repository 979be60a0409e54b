import { z } from 'zod';
import { MAX_PROBLEMS } from '@forewarn/record';

interface LimitedArray<Element extends z.ZodType> extends z.ZodArray<Element> {
  readonly _zod: z.ZodArray<Element>['_zod'] & {
    readonly def: z.core.$ZodArrayDef<Element> & { readonly maximum: number };
  };
}

const LimitedArray: z.core.$constructor<LimitedArray<z.ZodType>> = z.core.$constructor(
  'LimitedArray',
  (inst, def) => {
    z.ZodArray.init(inst, def);
    const { element, maximum } = def;
    inst._zod.parse = (payload, ctx) => {
      const input = payload.value;
      if (!Array.isArray(input)) {
        payload.issues.push({ expected: 'array', code: 'invalid_type', input, inst });
        return payload;
      }
      if (input.length > maximum) {
        const message = `expected at most ${maximum} elements`;
        payload.issues.push({ code: 'custom', message, input, inst, continue: false });
        return payload;
      }
      const output: unknown[] = [];
      payload.value = output;
      for (const [index, value] of input.entries()) {
        const result = element._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise) throw new TypeError('the schemas of bodies are synchronous');
        if (result.issues.length > 0) {
          payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
        }
        output.push(result.value);
        if (payload.issues.length > MAX_PROBLEMS) break;
      }
      return payload;
    };
  },
);

/**
 * An array that is checked for its length first, and then until it has {@link MAX_PROBLEMS} problems. An array of zod's
 * own checks all elements, however many are wrong.
 */
export function limitedArray<Element extends z.ZodType>(
  element: Element,
  maximum: number,
): z.ZodArray<Element> {
  return new LimitedArray({ type: 'array', element, maximum }) as z.ZodType as z.ZodArray<Element>;
}
