package dev.larder.gateway.autoconfigure;

import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/** Detects whether Spring Security is active, not just on the class path. */
public final class SpringSecurityDetector {

    private static final String FILTERS = "org.springframework.security.web.server.WebFilterChainProxy";

    private SpringSecurityDetector() {}

    /** Returns whether its filters authorize requests. */
    public static boolean isActive(ApplicationContext context) {
        ClassLoader loader = context.getClassLoader();
        return ClassUtils.isPresent(FILTERS, loader)
                && context.getBeanNamesForType(ClassUtils.resolveClassName(FILTERS, loader), false, false).length > 0;
    }
}
