/** Policies and sizes that are not in use, run on a sample of the keys: what each of them would make of the traffic. */
@NullMarked
package dev.larder.policies.ghost;

import org.jspecify.annotations.NullMarked;
