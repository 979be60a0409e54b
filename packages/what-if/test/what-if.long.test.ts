import { whatIfContracts } from '../src/contract/index.ts';
import { describeWhatIf } from './describe-what-if.ts';
import { isQuick } from './is-quick.ts';
import { recordedCopyContract } from './recorded-copy.ts';

describeWhatIf([...whatIfContracts.filter((each) => !isQuick(each)), recordedCopyContract(80)]);
