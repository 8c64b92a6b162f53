/** The reader of access logs, for all that read some: the simulator, and the warm-up of a gateway. */
@NullMarked
package dev.larder.policies.accesslog;

import org.jspecify.annotations.NullMarked;
