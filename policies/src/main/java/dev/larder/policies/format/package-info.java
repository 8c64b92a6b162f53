/** The binary format of entry metadata, shared by all stores that write entries outside the process. */
@NullMarked
package dev.larder.policies.format;

import org.jspecify.annotations.NullMarked;
