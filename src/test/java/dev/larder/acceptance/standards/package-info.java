/** Standards beside HTTP caching itself, one class each: what docs/standards.md says of them. */
@NullMarked
package dev.larder.acceptance.standards;

import org.jspecify.annotations.NullMarked;
