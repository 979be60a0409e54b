import { whatIfContracts } from '../src/contract/index.ts';
import { describeWhatIf } from './describe-what-if.ts';
import { isQuick } from './is-quick.ts';
import { recordedCopyContract } from './recorded-copy.ts';

// The long test compares more copies.
describeWhatIf([...whatIfContracts.filter(isQuick), recordedCopyContract(2)]);
