/** Ghost caches: estimate how policies and sizes that are not in use would perform, by running them on a sample of the keys. */
@NullMarked
package dev.larder.policies.ghost;

import org.jspecify.annotations.NullMarked;
