/** What the tests of page scripts use of node's test runner. */

declare module "node:test" {
  export function test(name: string, run: () => unknown): void;
  export function before(run: () => unknown): void;
  export function beforeEach(run: () => unknown): void;
  export const mock: {
    timers: { enable(given: { apis: string[] }): void; tick(ms: number): void; reset(): void };
  };
}

declare module "node:assert/strict" {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
  }
  const assert: Assert;
  export default assert;
}
