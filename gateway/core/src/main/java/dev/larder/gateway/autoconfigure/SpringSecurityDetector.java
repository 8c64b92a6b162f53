package dev.larder.gateway.autoconfigure;

import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/** Whether Spring Security is there, and not its classes alone. */
public final class SpringSecurityDetector {

    private static final String FILTERS = "org.springframework.security.web.server.WebFilterChainProxy";

    private SpringSecurityDetector() {}

    /** Whether its filters decide who may do what. */
    public static boolean decides(ApplicationContext context) {
        ClassLoader loader = context.getClassLoader();
        return ClassUtils.isPresent(FILTERS, loader)
                && context.getBeanNamesForType(ClassUtils.resolveClassName(FILTERS, loader), false, false).length > 0;
    }
}
