/** Spring Boot auto-configuration. */
@NullMarked
package dev.larder.bulk.autoconfigure;

import org.jspecify.annotations.NullMarked;
