/** The gateway without Larder that Larder is compared with. */
@NullMarked
package dev.larder.compare.baregateway;

import org.jspecify.annotations.NullMarked;
