/** How often an answer from the store is wrong, measured: the auditor, and what it advises to change. */
@NullMarked
package dev.larder.insight.audit;

import org.jspecify.annotations.NullMarked;
