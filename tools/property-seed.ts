import * as fc from 'fast-check';

// A commit is red only for its own faults: each run has the same cases, long.yml has others.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
