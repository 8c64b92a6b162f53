/** Tries rules on a sample of recent traffic before they come into force. */
@NullMarked
package dev.larder.insight.trial;

import org.jspecify.annotations.NullMarked;
