package dev.larder.gateway.filter;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.util.ClassUtils;

/** Tells by its class whose a filter is, and whether it sends requests. */
final class FilterTypes {

    private static final String GATEWAY = "org.springframework.cloud.gateway.";
    private static final String LARDER = "dev.larder.gateway.";
    private static final String SENDING = "RoutingFilter";

    private FilterTypes() {}

    static boolean isGateways(Object part) {
        return type(part).getName().startsWith(GATEWAY);
    }

    static boolean isLarders(Object part) {
        return type(part).getName().startsWith(LARDER);
    }

    static boolean isA(Class<?> type, GlobalFilter filter) {
        return type.isAssignableFrom(type(filter));
    }

    /** Returns whether a global filter is one of Gateway's that send requests, or extends one. */
    static boolean isSendingFilter(GlobalFilter filter) {
        for (Class<?> type = type(filter); type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith(GATEWAY) && type.getSimpleName().endsWith(SENDING)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the class of what a proxy of Spring stands for, be it one of interfaces or of a class. */
    private static Class<?> type(Object part) {
        return ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(part));
    }
}
