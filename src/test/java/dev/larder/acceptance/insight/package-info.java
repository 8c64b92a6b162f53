/** What Larder says of its own cache: what it serves stale, and what other policies and sizes would give. */
@NullMarked
package dev.larder.acceptance.insight;

import org.jspecify.annotations.NullMarked;
